// Gen draws the built-in pet's sheet.
//
//	go run ./internal/gen -out dango/spritesheet.png
package main

import (
	"flag"
	"fmt"
	"image/png"
	"os"

	"dango/assets/internal/rig"
)

func main() {
	out := flag.String("out", "spritesheet.png", "file to write")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintf(os.Stderr, "gen: %v\n", err)
		os.Exit(1)
	}
}

func write(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("write sheet: %w", err)
	}
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(f, rig.Atlas(rig.Rice)); err != nil {
		f.Close()
		return fmt.Errorf("write sheet: %w", err)
	}
	return f.Close()
}
