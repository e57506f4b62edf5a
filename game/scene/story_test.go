package scene_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"dango/game/input"
	"dango/session"
	"dango/session/event"
)

// TestStory plays each testdata/story/*.txtar: files named "at TICK" hold what happens, one thing a line with its
// words separated by "|"; files named "see TICK" hold the whole summary at that tick; "sent TICK" what was sent since.
func TestStory(t *testing.T) {
	files, err := filepath.Glob("testdata/story/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := &story{stage: newStage(t)}
			s.in.Tick = 0
			for i := range a.Files {
				s.play(&a.Files[i])
			}
			if *update {
				s.must(os.WriteFile(path, txtar.Format(a), 0o644))
			}
		})
	}
}

type story struct {
	*stage
	all     []session.Session
	moments []session.Moment
}

func (s *story) play(f *txtar.File) {
	kind, at, _ := strings.Cut(f.Name, " ")
	n, err := strconv.Atoi(at)
	if err != nil || uint64(n) < s.in.Tick {
		s.t.Fatalf("file %q: want a kind and a tick that rises", f.Name)
	}
	s.step(n - int(s.in.Tick))
	want := string(f.Data)
	switch kind {
	case "at":
		for line := range strings.Lines(want) {
			s.happens(strings.Split(strings.TrimSpace(line), "|"))
		}
	case "see":
		s.compare(f, s.Summary())
	case "sent":
		var w strings.Builder
		for _, c := range s.sent {
			fmt.Fprintln(&w, words(c))
		}
		s.sent = nil
		s.compare(f, w.String())
	default:
		s.t.Fatalf("file %q: unknown kind", f.Name)
	}
}

func (s *story) compare(f *txtar.File, got string) {
	if *update {
		f.Data = []byte(got)
	}
	if d := cmp.Diff(string(f.Data), got); d != "" {
		s.t.Errorf("%s (-want +got):\n%s", f.Name, d)
	}
}

func words(c session.Command) string {
	switch c.Kind {
	case session.Decide:
		return fmt.Sprintf("decide %s %s %q", c.Request, c.Answer.Decision, c.Answer.Reason)
	case session.Dismiss:
		return "dismiss " + c.Key.ID
	case session.MarkSeen:
		return "seen " + c.Key.ID
	case session.Onscreen:
		return fmt.Sprint("onscreen ", c.Requests)
	case session.Screen:
		return fmt.Sprint("screen ", c.On)
	}
	return fmt.Sprint(c)
}

// happens does one line.
func (s *story) happens(w []string) {
	switch w[0] {
	case "session": // id, state, title, words
		s.session(w[1], w[2], w[3], w[4])
	case "ask": // id, request, kind, tool, detail
		s.ask(w[1], w[2], w[3], w[4], w[5])
	case "life": // id, request, life, note
		r := s.request(w[1], w[2])
		s.must(r.Life.UnmarshalText([]byte(w[3])))
		r.Note = w[4]
	case "hold": // id, request, seconds
		n, err := strconv.Atoi(w[3])
		s.must(err)
		s.request(w[1], w[2]).Deadline = s.in.Now.Add(time.Duration(n) * time.Second)
	case "end", "gone": // gone: the user sent it away
		for i := range s.all {
			if s.all[i].Key.ID == w[1] {
				s.all = append(s.all[:i:i], s.all[i+1:]...)
				if w[0] == "end" {
					s.tell(session.SessionEnded)
				}
				break
			}
		}
	case "move":
		x, y := s.find(w[1])
		s.do(input.Move, input.NoButton, x, y)
	case "leave":
		s.do(input.Leave, input.NoButton, 0, 0)
	case "click":
		s.click(s.find(w[1]))
	case "right-click":
		x, y := s.petMiddle()
		s.do(input.Press, input.Right, x, y)
		s.do(input.Release, input.Right, x, y)
	case "wheel":
		n, err := strconv.Atoi(w[1])
		s.must(err)
		s.wheel(float32(n))
	case "show":
		s.SetVisible(true)
	default:
		s.t.Fatalf("nothing is called %q", w[0])
	}
	for i := range s.all {
		derive(&s.all[i])
	}
	s.snap = snapshot(append([]session.Session(nil), s.all...)...)
	s.snap.Moments = s.moments
}

func (s *story) tell(k session.MomentKind) {
	s.moments = append(s.moments, session.Moment{Seq: uint64(len(s.moments) + 1), Kind: k})
}

// derive makes a session's state fit what it asks, as the model does.
func derive(v *session.Session) {
	for i := range v.Requests {
		r := &v.Requests[i]
		if r.Life != session.Offered && r.Life != session.Sent {
			continue
		}
		if r.Kind == session.Question {
			v.State = session.AskUser
		} else if v.State != session.AskUser {
			v.State = session.PermissionPrompt
		}
	}
}

func (s *story) session(id, state, title, said string) {
	v := session.Session{
		Key: session.Key{Tool: event.ClaudeCode, ID: id}, Title: title, Titled: true, Folder: "shop", LastText: said,
		StateSince: s.in.Now, LastEvent: s.in.Now,
	}
	s.must(v.State.UnmarshalText([]byte(state)))
	for i := range s.all {
		if s.all[i].Key.ID == id {
			v.Requests = s.all[i].Requests
			s.all[i] = v
			return
		}
	}
	s.all = append(s.all, v)
	s.tell(session.SessionStarted)
}

func (s *story) ask(id, request, kind, tool, detail string) {
	r := permission(request, tool, detail)
	s.must(r.Kind.UnmarshalText([]byte(kind)))
	for i := range s.all {
		if v := &s.all[i]; v.Key.ID == id {
			v.Requests = append(v.Requests[:len(v.Requests):len(v.Requests)], r)
			v.StateSince = s.in.Now
		}
	}
}

// request gives a request for changing, in a copy that no snapshot has yet.
func (s *story) request(id, request string) *session.Request {
	for i := range s.all {
		if v := &s.all[i]; v.Key.ID == id {
			v.Requests = append([]session.Request(nil), v.Requests...)
			v.State = session.Responding
			for j := range v.Requests {
				if v.Requests[j].ID == request {
					return &v.Requests[j]
				}
			}
		}
	}
	s.t.Fatalf("session %s has no request %s", id, request)
	return nil
}

func (s *story) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}
