// Package assets holds the pictures and sounds that Dango brings along.
package assets

import (
	"bytes"
	"embed"
	"encoding/binary"
	"hash/crc32"
	"io/fs"
	"time"
)

//go:generate go run ./internal/gen -out dango
//go:generate go run ./internal/gen -sounds sounds

//go:embed dango/pet.json dango/spritesheet.png dango/sakura.rgb dango/yomogi.rgb
var files embed.FS

// Colour is one of the three colours of a skewer.
type Colour string

// The colours. All are one sheet: another colour is another palette of it, 768 bytes.
const (
	Rice   Colour = ""
	Sakura Colour = "sakura" // pink
	Yomogi Colour = "yomogi" // green
)

// sheetName is the sheet in the folder of a built-in pet.
const sheetName = "spritesheet.png"

// Dango is the folder of the built-in pet: pet.json and its sheet, a Codex v2 atlas that the generator draws.
func Dango() fs.FS { return Tinted(Rice) }

// Tinted is the same folder with the pet in one of its colours.
func Tinted(c Colour) fs.FS {
	dir, err := fs.Sub(files, "dango")
	if err != nil {
		panic("assets: " + err.Error()) // the path is a constant
	}
	if c == Rice {
		return dir
	}
	sheet, err := fs.ReadFile(dir, sheetName)
	if err != nil {
		panic("assets: " + err.Error()) // it is embedded
	}
	palette, err := fs.ReadFile(dir, string(c)+".rgb")
	if err != nil {
		panic("assets: no such colour: " + string(c))
	}
	return tinted{dir, recolour(sheet, palette)}
}

// recolour replaces the palette of a PNG by one of the same length.
func recolour(png, palette []byte) []byte {
	png = bytes.Clone(png)
	for at := 8; at+12 <= len(png); { // chunks: length, name, data, check sum
		n := int(binary.BigEndian.Uint32(png[at:]))
		if string(png[at+4:at+8]) == "PLTE" && n == len(palette) {
			copy(png[at+8:], palette)
			binary.BigEndian.PutUint32(png[at+8+n:], crc32.ChecksumIEEE(png[at+4:at+8+n]))
			return png
		}
		at += 12 + n
	}
	panic("assets: the sheet and the palette do not belong together: run go generate ./assets")
}

// tinted is the folder with another sheet.
type tinted struct {
	fs.FS
	sheet []byte
}

func (t tinted) Open(name string) (fs.File, error) {
	if name != sheetName {
		return t.FS.Open(name)
	}
	return &file{bytes.NewReader(t.sheet)}, nil
}

// file is a file in memory.
type file struct{ *bytes.Reader }

func (f *file) Close() error               { return nil }
func (f *file) Stat() (fs.FileInfo, error) { return f, nil }
func (f *file) Name() string               { return sheetName }
func (f *file) Mode() fs.FileMode          { return 0o444 }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { return false }
func (f *file) Sys() any                   { return nil }
