package core

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dango/prefs"
	"dango/prefs/prefstest"
)

// effects say where each setting is proved to matter while Dango runs: "keeper" here, "look" by cmd/dango's own test, which
// compares what the pet is told; else the test that flips it and watches, as folder and name.
var effects = map[string]string{
	"language":   "cmd/internal/e2e TestLanguageChangesLive",
	"appearance": "cmd/dango TestAppearanceIsLive", "reducedMotion": "prefs TestReduced",
	"size": "cmd/internal/e2e TestPreferencesAreLive", "theme": "cmd/internal/e2e TestPreferencesAreLive", "pets": "prefs TestPetOf",
	"animation.idle": "look", "animation.speed": "look", "animation.tool": "look", "animation.wince": "look",
	"animation_durations": "look", "stateRepeats": "look", "settle": "look",
	"look.atPointer": "look", "look.radius": "look", "look.deadZone": "look",
	"bar": "look", "barMonitor": "look", "hideInFullscreen": "look", "requestsOverFullscreen": "look",
	"snap": "look", "hideWhenIdle": "look", "stayWithoutSessions": "look",
	"visibleBubbles": "look", "collapsed": "look", "privacy": "look", "hoverFade": "look", "ghost": "look",
	"shortcut": "look", "ghostShortcut": "look",
	"keepUnseen": "keeper", "showHeadless": "keeper",
	"listeners.claudeCode": "keeper", "listeners.codex": "keeper", "listeners.gemini": "keeper", "listeners.openCode": "keeper",
	"hold.showWithin": "keeper", "hold.claudeCode": "keeper", "hold.subagent": "keeper", "hold.codex": "keeper",
	"hold.headless": "keeper", "hold.other": "keeper",
	"doNotDisturb": "cmd/internal/core TestDoNotDisturb", "doNotDisturbTimes": "cmd/internal/core TestScheduledQuiet",
	"autostartOnHook": "cmd/internal/e2e TestHookStartsThePet",
	"events.enabled":  "cmd/internal/core TestPortFollowsThePreferences", "events.port": "cmd/internal/core TestPortFollowsThePreferences",
	"events.auth": "cmd/internal/core TestTokenIsAskedForLive", "trustedSources": "cmd/internal/core TestOpen",
	"petImportSourceDirectories": "cmd/petctl TestScripts",
	"notifications.requests":     "prefs/notice TestSwitches", "notifications.failed": "prefs/notice TestSwitches",
	"notifications.finished": "prefs/notice TestSwitches", "notifications.whilePetVisible": "cmd/internal/e2e TestNotifications",
	"notifications.stay": "cmd/internal/e2e TestNotifications",
	"sound.requests":     "prefs/notice TestBell", "sound.failed": "prefs/notice TestBell", "sound.finished": "prefs/notice TestBell",
	"sound.volume": "cmd/internal/e2e TestSound", "log.level": "cmd/internal/core TestLogLevelIsLive",
}

// Every setting has an effect without a restart, and a test that sees it.
func TestEverySettingHasAnEffect(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	usual := prefs.Default()
	before := c.sessionOptions(&usual)
	for _, s := range prefs.Table() {
		switch proof := effects[s.Key]; proof {
		case "":
			t.Errorf("no test sees an effect of %s: name it in effects", s.Key)
		case "keeper":
			if after := c.sessionOptions(prefstest.Flip(t, s.Key)); reflect.DeepEqual(before, after) {
				t.Errorf("%s does not reach the keeper", s.Key)
			}
		case "look":
			if b, err := os.ReadFile("../../dango/live_test.go"); err != nil || !strings.Contains(string(b), strconv.Quote(s.Key)) {
				t.Errorf("%s: nobody tests that the pet is told of it: %v", s.Key, err)
			}
		default:
			folder, name, _ := strings.Cut(proof, " ")
			if !tests(t, folder, name) {
				t.Errorf("%s: there is no test %s in %s", s.Key, name, folder)
			}
		}
	}
	for key := range effects {
		if _, ok := prefs.Lookup(key); !ok {
			t.Errorf("effects names %s, which is no setting", key)
		}
	}
}

// tests says whether a folder has a test of that name.
func tests(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	begin := regexp.MustCompile(`(?m)^func ` + name + `\(t \*testing\.T\)`)
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if begin.Match(b) {
			return true
		}
	}
	return false
}

// The log tells more, or less, from the moment on that the user says so.
func TestLogLevelIsLive(t *testing.T) {
	c := running(t, `{"events":{"port":0}}`)
	said := func(word string) bool { return strings.Contains(logged(t, c), word) }
	c.Log().Debug("said before")
	if err := c.Prefs().Set("log.level", `"debug"`); err != nil {
		t.Fatal(err)
	}
	c.Log().Debug("said while")
	if err := c.Prefs().Set("log.level", `"error"`); err != nil {
		t.Fatal(err)
	}
	c.Log().Info("said after")
	if said("said before") || !said("said while") || said("said after") {
		t.Errorf("before, while and after are in the log: %v, %v, %v; want while alone", said("said before"), said("said while"), said("said after"))
	}
}
