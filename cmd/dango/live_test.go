//go:build display

package main

import (
	"reflect"
	"testing"

	"dango/prefs"
	"dango/prefs/prefstest"
)

// A test of this package needs a display, because the engine is in it: cmd/internal/e2e runs it on one of its own.

// told is everything that the pet is told of the preferences.
func told(t *testing.T, cfg *prefs.Config) any {
	t.Helper()
	keys, err := shortcuts(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return []any{options{}.look(cfg), keys}
}

// Each of these settings changes what the pet is told, and that alone.
func TestLookFollowsEverySetting(t *testing.T) {
	usual := prefs.Default()
	before := told(t, &usual)
	for _, key := range []string{
		"size", "animation.idle", "animation.speed", "animation.tool", "animation.wince", "animation_durations", "stateRepeats", "settle",
		"look.atPointer", "look.radius", "look.deadZone", "bar", "barMonitor", "hideInFullscreen", "requestsOverFullscreen",
		"snap", "hideWhenIdle", "stayWithoutSessions", "visibleBubbles", "collapsed", "privacy", "hoverFade", "ghost",
		"shortcut", "ghostShortcut",
	} {
		if reflect.DeepEqual(before, told(t, prefstest.Flip(t, key))) {
			t.Errorf("%s does not reach the pet", key)
		}
	}
	for _, key := range []string{"keepUnseen", "log.level", "hold.codex"} {
		if !reflect.DeepEqual(before, told(t, prefstest.Flip(t, key))) {
			t.Errorf("%s has to do with the pet's looks", key)
		}
	}
}

// Colours are asked for anew each time, and a flag beats them.
func TestAppearanceIsLive(t *testing.T) {
	store, err := prefs.Open(prefs.Paths{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	dark, flagged := options{}.dark(store), options{appearance: "light"}.dark(store)
	for _, c := range []struct {
		setting       string
		desktop, want bool
	}{{"system", true, true}, {"system", false, false}, {"light", true, false}, {"dark", false, true}} {
		if err := store.Set("appearance", `"`+c.setting+`"`); err != nil {
			t.Fatal(err)
		}
		if got := dark(c.desktop); got != c.want {
			t.Errorf("appearance %s on a desktop that is dark: %v; dark is %v", c.setting, c.desktop, got)
		}
		if flagged(c.desktop) {
			t.Errorf("appearance %s beats --appearance light", c.setting)
		}
	}
}
