// Gen draws the built-in pet's sheet, and the palettes of its other colours.
//
//	go run ./internal/gen -out dango
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"dango/assets/internal/rig"
	"dango/assets/internal/sheet"
)

func main() {
	out := flag.String("out", ".", "folder to write into")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
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
