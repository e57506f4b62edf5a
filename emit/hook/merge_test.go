package hook

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dango/prefs/jsonedit"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata; look before you commit")

// story is one txtar file: prose, then the text of a settings file and what becomes of it. A line "flags:" asks for
// bytes that an archive of lines cannot show: crlf, bom, chomp (no final newline), missing (no file).
type story struct {
	path    string
	archive *txtar.Archive
	agent   Agent
	flags   []string
}

func stories(t *testing.T, dir string) []*story {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no stories in testdata/%s: %v", dir, err)
	}
	var all []*story
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := &story{path: path, archive: archive}
		s.agent, _ = ByID("claude-code")
		for line := range strings.Lines(string(archive.Comment)) {
			if id, ok := strings.CutPrefix(line, "agent: "); ok {
				if s.agent, ok = ByID(strings.TrimSpace(id)); !ok {
					t.Fatalf("%s: no agent %q", path, id)
				}
			}
			if flags, ok := strings.CutPrefix(line, "flags: "); ok {
				s.flags = strings.Fields(flags)
			}
		}
		all = append(all, s)
	}
	return all
}

func (s *story) name() string { return strings.TrimSuffix(filepath.Base(s.path), ".txtar") }

func (s *story) has(flag string) bool {
	return strings.Contains(" "+strings.Join(s.flags, " ")+" ", " "+flag+" ")
}

// text is a part of the story with its flags applied.
func (s *story) text(part string) []byte {
	for _, f := range s.archive.Files {
		if f.Name == part {
			return s.dress(f.Data)
		}
	}
	return nil
}

func (s *story) dress(text []byte) []byte {
	if s.has("chomp") {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	if s.has("crlf") {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if s.has("bom") {
		text = append([]byte("\xef\xbb\xbf"), text...)
	}
	return text
}

// undress is the way back, for the golden part.
func (s *story) undress(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if s.has("crlf") {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if s.has("chomp") {
		text = append(bytes.Clone(text), '\n')
	}
	return text
}

func (s *story) check(t *testing.T, part string, got []byte) {
	t.Helper()
	if *update {
		for i := range s.archive.Files {
			if s.archive.Files[i].Name == part {
				s.archive.Files[i].Data = s.undress(got)
			}
		}
		if err := os.WriteFile(s.path, txtar.Format(s.archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(s.text(part)), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", part, diff)
	}
}

var testOptions = Options{UserHome: "/home/dev", Home: "/home/dev/.dango"}

// twoEvents keeps the golden parts short.
func twoEvents(a Agent) []wanted {
	var two []wanted
	for _, w := range testOptions.wanted(a, "") {
		switch w.event {
		case "PreToolUse", "BeforeTool", "Stop", "AfterTool":
			two = append(two, w)
		}
	}
	return two
}

// What install makes of a file, that doing it again changes nothing, and that uninstall gives back what was there.
func TestMergeStories(t *testing.T) {
	for _, s := range stories(t, "merge") {
		t.Run(s.name(), func(t *testing.T) {
			before, exists := s.text("before"), !s.has("missing")
			want := twoEvents(s.agent)
			c, err := merge(before, exists, s.agent, want, nil, testOptions.owns)
			if err != nil {
				t.Fatalf("merge: %v", err)
			}
			s.check(t, "after", c.text)

			again, err := merge(c.text, true, s.agent, want, &c.rec, testOptions.owns)
			if err != nil {
				t.Fatalf("second merge: %v", err)
			}
			if !bytes.Equal(again.text, c.text) {
				t.Errorf("the second merge changed the file:\n%s", cmp.Diff(string(c.text), string(again.text)))
			}
			if diff := cmp.Diff(c.rec, again.rec); diff != "" {
				t.Errorf("the second merge changed the record (-first +second):\n%s", diff)
			}

			left, err := strip(c.text, &c.rec, testOptions.owns)
			if err != nil {
				t.Fatalf("strip: %v", err)
			}
			if strings.HasPrefix(s.name(), "ours-") { // there the original has entries of ours, which are gone now
				if bytes.Contains(left.text, []byte("dango-emit")) {
					t.Errorf("entries of ours are left:\n%s", left.text)
				}
			} else if left.gone != !exists || !left.gone && !bytes.Equal(left.text, before) {
				t.Errorf("strip does not give back the original (gone: %v):\n%s", left.gone, cmp.Diff(string(before), string(left.text)))
			}
			if _, err := jsonedit.Parse(left.text, s.agent.Strict); err != nil && !jsonedit.Blank(left.text) {
				t.Errorf("what strip leaves does not parse: %v", err)
			}
		})
	}
}

// What is refused, where, and that the place is right.
func TestRefusedStories(t *testing.T) {
	for _, s := range stories(t, "refused") {
		t.Run(s.name(), func(t *testing.T) {
			_, err := merge(s.text("before"), true, s.agent, twoEvents(s.agent), nil, testOptions.owns)
			if _, ok := errors.AsType[*jsonedit.Error](err); !ok {
				t.Fatalf("merge = %v, want an error with its place", err)
			}
			s.check(t, "error", s.dress([]byte(err.Error()+"\n")))
		})
	}
}
