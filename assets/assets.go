// Package assets holds the pictures that Dango brings along.
package assets

import (
	"embed"
	"io/fs"
)

//go:generate go run ./internal/gen -out dango/spritesheet.png

//go:embed dango/pet.json dango/spritesheet.png
var files embed.FS

// Dango is the folder of the built-in pet: pet.json and its sheet, a Codex v2 atlas that the generator draws.
func Dango() fs.FS {
	dir, err := fs.Sub(files, "dango")
	if err != nil {
		panic("assets: " + err.Error()) // the path is a constant
	}
	return dir
}
