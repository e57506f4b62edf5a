// Gen draws the built-in pet's sheet.
//
//	go run ./internal/gen -out dango/spritesheet.png
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"dango/assets/internal/rig"
	"dango/assets/internal/sheet"
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
	var b bytes.Buffer
	if err := sheet.Encode(&b, rig.Atlas(rig.Rice)); err != nil {
		return fmt.Errorf("encode sheet: %w", err)
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
