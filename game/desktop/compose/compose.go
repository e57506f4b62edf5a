// Package compose spares the engine the table of composed characters.
//
// Before the first line of main the engine's part of the X library reads what dead keys and the compose key make of each
// other: 5,000 lines, for which a processor works as long as for everything else before main. The engine gets no
// character: it never has the keyboard, and package typing composes by itself. This package leans on the standard library
// alone and its import path sorts before every foreign one, so its init runs before the engine's. Import it for its init.
package compose

import "os"

// table is where the X library looks for another table than that of the language.
const table = "XCOMPOSEFILE"

var was, chosen = os.LookupEnv(table)

func init() { os.Setenv(table, os.DevNull) }

// Restore has programs that are started from now on see the user's choice again. Call it in main.
func Restore() {
	if chosen {
		os.Setenv(table, was)
	} else {
		os.Unsetenv(table)
	}
}
