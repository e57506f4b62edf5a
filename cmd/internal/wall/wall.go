// Package wall says which package may import which, and its tests keep the tree that way.
//
// It holds no code that a program runs: the tables here are the architecture, readable in one place, and the tests
// read every Go file of the project, whatever system or build tag it is for.
package wall

import (
	"path"
	"strings"
)

// Module is the path of the project's own packages.
const Module = "dango"

// Engine is the import path of Ebitengine; everything below it is the engine too.
const Engine = "github.com/hajimehoshi/ebiten"

// engineHomes are the only packages that may import the engine. Importing it starts the window system: without a
// display, a test binary that links it dies before its first line.
var engineHomes = []string{"game", "game/window", "cmd/dango"}

// early are the packages that are to be initialised before the engine, with the foreign packages that each may lean on.
// A package that needs nothing of the engine's neighbours and whose path sorts before theirs comes first.
var early = map[string][]string{
	"cmd/internal/display": nil,
	"game/desktop/quiet":   {"github.com/jezek/xgb"},
}

// topLevel is all that the project's root may hold besides dot-files and what the tasks make.
var topLevel = []string{
	"assets", "cmd", "emit", "game", "ingress", "prefs", "session", "sprite",
	"LICENSE", "Makefile", "README.md", "go.mod", "go.sum",
}

// A layer says what the packages that match pattern may import of ours. A pattern ending in "/..." means the folder
// and all below it; a package's layer is the one that names it, or else the longest pattern that matches.
type layer struct {
	pattern string
	imports []string
}

// layers point down: words first, then what is built from them, commands last.
var layers = []layer{
	{"session/event", nil},
	{"session/board", nil},
	{"game/drawlist", nil},
	{"game/input", []string{"game/drawlist"}},
	{"assets/...", []string{"assets/..."}},

	{"session/...", []string{"session/..."}},

	{"ingress/sock", nil},
	{"ingress/process", nil},
	{"ingress/bus/...", nil},
	{"ingress/screenlock", []string{"ingress/bus", "ingress/bus/bustest"}},
	{"ingress/disturb", []string{"ingress/bus", "ingress/bus/bustest"}},
	{"ingress/still", []string{"ingress/bus", "ingress/bus/bustest"}},
	{"ingress/wire", []string{"session/event"}},
	{"ingress/adapt/...", []string{"session/event", "ingress/adapt/..."}},
	{"ingress/...", []string{"session/...", "ingress/..."}},
	{"ingress/control", []string{"session/...", "ingress/sock"}},

	{"emit", []string{
		"session/event", "ingress/process", "ingress/sock", "ingress/wire", "ingress/adapt/...", "emit/hook/events", "prefs/jsonedit",
	}},
	{"emit/hook/events", []string{"session/event"}},
	{"emit/...", []string{"prefs/lang", "prefs/jsonedit", "session/event", "ingress/sock", "ingress/wire", "ingress/adapt/...", "emit/..."}},

	{"sprite/...", []string{"sprite/...", "assets"}},

	{"prefs/...", []string{"prefs/...", "ingress/sock"}},
	{"prefs/lang", nil},
	{"prefs/jsonedit", nil},
	{"prefs/plainly", []string{"prefs/lang"}},
	{"prefs/phrase", []string{"prefs/lang", "session/..."}},
	{"prefs/notice", []string{"prefs/...", "session/..."}},
	{"prefs/tray", []string{"prefs/...", "session/..."}},

	{"game/glyph", []string{"game/drawlist"}},
	{"game/layout", []string{"game/drawlist", "game/input"}},
	{"game/hazard", []string{"prefs/lang"}},
	{"game/raster", []string{"game/drawlist"}},
	{"game/scene", []string{
		"session", "session/event", "sprite", "prefs", "prefs/lang", "prefs/phrase", "prefs/plainly", "prefs/tray", "game/drawlist", "game/input", "game/glyph",
		"game/hazard", "game/layout",
	}},
	{"game/desktop/quiet", nil},
	{"game/desktop/compose", nil},
	{"game/desktop/clip", nil},
	{"game/desktop/notify", nil},
	{"game/desktop/films", nil},
	{"game/desktop/sound/...", []string{"game/desktop/sound/..."}},
	{"game/desktop/jump", []string{
		"game/desktop/quiet", "ingress/process", "ingress/bus", "ingress/bus/bustest", "prefs/lang",
	}},
	{"game/desktop/typing", []string{"game/drawlist", "game/input"}},
	{"game/desktop", []string{
		"game/drawlist", "game/input", "game/desktop/quiet", "game/desktop/clip", "game/desktop/films", "game/desktop/typing",
	}},
	{"game/window", []string{"game/drawlist", "game/input", "game/desktop", "game/desktop/clip"}},
	{"game", []string{
		"session/...", "sprite", "prefs", "assets", "game/drawlist", "game/input", "game/glyph", "game/layout", "game/scene",
		"game/raster", "game/desktop/...", "game/window",
	}},

	{"cmd/internal/wall", nil},
	{"cmd/internal/display", nil},
	{"cmd/internal/xtest", nil},
	{"cmd/internal/core/...", []string{"session/...", "ingress/...", "prefs/...", "cmd/internal/core/..."}},
	{"cmd/internal/...", []string{
		"session/...", "ingress/...", "emit/...", "prefs/...", "sprite/...", "assets", "cmd/internal/...",
		"game/drawlist", "game/input", "game/glyph", "game/layout", "game/scene", "game/raster", "game/desktop/...",
	}},
	{"cmd/dango-emit", []string{"emit", "session/event", "ingress/sock", "ingress/wire", "ingress/adapt/..."}},
	{"cmd/petctl", []string{
		"session/...", "ingress/...", "emit/...", "prefs/...", "sprite/...", "assets", "cmd/internal/core",
		"cmd/internal/core/logs", "game/drawlist", "game/input", "game/glyph", "game/layout", "game/scene", "game/raster",
		"game/desktop/quiet",
		"game/desktop/sound/...",
	}},
	{"cmd/dango", []string{
		"session/...", "ingress/...", "emit/...", "prefs/...", "sprite/...", "assets", "game/...", "cmd/internal/core",
		"cmd/internal/display",
	}},
}

// forTests is what any test may import besides its package's own layer: the words, what stands in for a screen, and the event
// API that has to take what is made for it.
var forTests = []string{
	"session/event", "session/board", "session", "game/drawlist", "game/input", "game/raster", "game/glyph", "ingress/wire",
	"sprite", "assets", "cmd/internal/xtest", "ingress/bus/bustest", "ingress/events", "prefs",
}

// matches says whether pkg, a path below the module, is what pattern means.
func matches(pattern, pkg string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == below || strings.HasPrefix(pkg, below+"/")
	}
	return pattern == pkg
}

// layerOf gives the layer of pkg; ok is false when the table does not know it.
func layerOf(pkg string) (best layer, ok bool) {
	for _, l := range layers {
		if l.pattern == pkg {
			return l, true
		}
		if matches(l.pattern, pkg) && (!ok || len(l.pattern) > len(best.pattern)) {
			best, ok = l, true
		}
	}
	return best, ok
}

// mayImport says whether a file of pkg may import the package imported; both are paths below the module.
// A package's external tests may import the package itself.
func mayImport(pkg, imported string, test bool) bool {
	l, _ := layerOf(pkg)
	for _, pattern := range l.imports {
		if matches(pattern, imported) {
			return true
		}
	}
	if !test {
		return false
	}
	for _, pattern := range forTests {
		if matches(pattern, imported) {
			return true
		}
	}
	return pkg == imported
}

// isEngine says whether an import path is the engine's.
func isEngine(importPath string) bool {
	return importPath == Engine || strings.HasPrefix(importPath, Engine+"/")
}

// ours gives the path below the module of one of our own import paths.
func ours(importPath string) (string, bool) {
	if importPath == Module {
		return ".", true
	}
	p, ok := strings.CutPrefix(importPath, Module+"/")
	return path.Clean(p), ok
}
