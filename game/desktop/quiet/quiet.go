// Package quiet keeps the X library from talking.
//
// The library tells standard error of each connection for which it finds no password, which is how most servers want
// it, and the engine opens one before the first line of main. This package leans on the library alone and its import
// path sorts before every foreign one, so its init runs before the engine's. Import it for its init.
package quiet

import (
	"io"
	"log"

	"github.com/jezek/xgb"
)

func init() { xgb.Logger = log.New(io.Discard, "", 0) }
