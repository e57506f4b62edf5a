// Gen draws the built-in pet's sheet, and the palettes of its other colours; or the program's icons, or makes its sounds.
//
//	go run ./internal/gen -out dango
//	go run ./internal/gen -sounds sounds
//	go run ./internal/gen -icons share/icons/hicolor -sides 48,256
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dango/assets/internal/rig"
	"dango/assets/internal/sheet"
	"dango/assets/internal/tone"
)

func main() {
	out := flag.String("out", ".", "folder to write into")
	theme := flag.String("icons", "", "write icons instead, into this folder of an icon theme")
	sounds := flag.String("sounds", "", "write sounds instead, into this folder")
	sides := flag.String("sides", "256", "their sizes in pixels")
	flag.Parse()
	err := error(nil)
	switch {
	case *theme != "":
		err = icons(*theme, strings.Split(*sides, ","))
	case *sounds != "":
		err = tones(*sounds)
	default:
		err = write(*out)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

// tones writes the sounds.
func tones(dir string) error {
	for _, name := range tone.Names() {
		if err := os.WriteFile(filepath.Join(dir, name+".wav"), tone.WAV(name), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func write(dir string) error {
	var b bytes.Buffer
	rice := rig.Atlas(rig.Rice)
	if err := sheet.Encode(&b, rice); err != nil {
		return fmt.Errorf("encode sheet: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "spritesheet.png"), b.Bytes(), 0o644); err != nil {
		return err
	}
	for name, colours := range map[string]rig.Palette{"sakura": rig.Sakura, "yomogi": rig.Yomogi} {
		p, err := sheet.Palette(rice, rig.Atlas(colours))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name+".rgb"), p, 0o644); err != nil {
			return err
		}
	}
	return nil
}
