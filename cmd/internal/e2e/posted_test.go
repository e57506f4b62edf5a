//go:build linux

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dango/cmd/internal/xtest"
)

// A click on the bubble of an event opens what the event carries, if its source may; otherwise the bubble says why not.
func TestClickOpensWhatAnEventCarries(t *testing.T) {
	t.Parallel()
	s := NewStage(xtest.New(t, xtest.Options{}), programs(t))
	opened := filepath.Join(s.Dir(), "opened")
	opener := filepath.Join(s.Dir(), "bin", "xdg-open")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(filepath.Dir(opener), 0o700))
	must(os.WriteFile(opener, []byte("#!/bin/sh\nprintf %s \"$1\" >"+opened+"\n"), 0o700))
	s.Extra = []string{"PATH=" + filepath.Dir(opener) + ":" + os.Getenv("PATH")}
	_, err := s.Pet()
	must(err)
	const page = "https://github.com/o/r/actions/runs/7"
	_, err = s.Petctl("notify", "--source", "ci:nightly", "--level", "danger", "--title", "Tests failed", "--ttl-ms", "0", "--action-url", page)
	must(err)
	must(s.Choose("Tests failed"))
	xtest.Until(t, "the page to be opened", func() (bool, error) {
		got, err := os.ReadFile(opened)
		return string(got) == page, err
	})
	sessions, err := s.Sessions()
	must(err)
	if len(sessions) != 1 || sessions[0].Who() != "ci:nightly" {
		t.Errorf("the sessions are %+v, want one called ci:nightly", sessions)
	}

	must(os.Remove(opened))
	_, err = s.Petctl("config", "set", "trustedSources", `{"ci": {"actions": ["open_url"], "urlHosts": ["example.com"]}}`)
	must(err)
	must(s.Heed())
	xtest.Until(t, "the click to be refused", func() (bool, error) {
		if err := s.Choose("Tests failed"); err != nil {
			return false, err
		}
		log, err := s.Petctl("logs")
		return strings.Contains(log, "an action was not done"), err
	})
	if _, err := os.Stat(opened); err == nil {
		t.Error("a page was opened that its source may not open any more")
	}
}
