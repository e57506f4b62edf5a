package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"dango/game/drawlist"
	"dango/game/scene"
	"dango/prefs"
)

// options are what the command line says; zero values leave the choice to the preferences.
type options struct {
	pet, home, appearance string
	size                  float64
	position              *drawlist.Point
	quit                  bool
}

// parseFlags reads the flags that display.Usage describes. --help and --version were answered before.
func parseFlags(args []string) (o options, err error) {
	f := flag.NewFlagSet("dango", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.pet, "pet", "", "")
	f.StringVar(&o.home, "home", "", "")
	f.StringVar(&o.appearance, "appearance", "", "")
	f.Float64Var(&o.size, "size", 0, "")
	f.BoolVar(&o.quit, "quit", false, "")
	f.Func("position", "", func(s string) error {
		p, err := parsePoint(s)
		o.position = &p
		return err
	})
	if err := f.Parse(args); err != nil {
		return o, fmt.Errorf("%w; try dango --help", err)
	}
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q; try dango --help", f.Arg(0))
	case o.size != 0 && !(o.size >= scene.MinSize && o.size <= scene.MaxSize):
		return o, fmt.Errorf("--size must be from %v to %v", scene.MinSize, scene.MaxSize)
	case o.appearance != "" && o.appearance != "light" && o.appearance != "dark" && o.appearance != "system":
		return o, errors.New("--appearance must be light, dark or system")
	}
	return o, nil
}

func parsePoint(s string) (drawlist.Point, error) {
	a, b, ok := strings.Cut(s, ",")
	x, errX := strconv.ParseFloat(strings.TrimSpace(a), 32)
	y, errY := strconv.ParseFloat(strings.TrimSpace(b), 32)
	if !ok || errX != nil || errY != nil || !(math.Abs(x)+math.Abs(y) <= math.MaxFloat32) { // "nan" and "inf" are numbers, too
		return drawlist.Point{}, errors.New("want X,Y such as 100,200")
	}
	return drawlist.Point{X: float32(x), Y: float32(y)}, nil
}

// dark decides about dark colours: the flag, else the preference of the moment, else the desktop.
func (o options) dark(store *prefs.Store) func(desktop bool) bool {
	return func(desktop bool) bool {
		choice := o.appearance
		if choice == "" {
			choice = store.Config().Appearance
		}
		switch choice {
		case "light":
			return false
		case "dark":
			return true
		}
		return desktop
	}
}
