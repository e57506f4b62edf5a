//go:build linux

package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"dango/cmd/internal/xtest"
	"dango/game/scene"
	"dango/ingress/sock"
	"dango/session"
)

// Stage is a desktop with a home for one pet and the programs that play on it. Its methods may be called from any
// goroutine.
type Stage struct {
	*xtest.Display
	Programs Programs
	Home     string             // DANGO_HOME of every program
	Dark     bool               // pets are started with dark cards
	Bar      scene.Bar          // what the preferences say about it, for Find
	As       func(*scene.Scene) // likewise what else they say; nil: nothing
	Covered  bool               // a full-screen window is in front
	Extra    []string           // more of the environment of every program

	mu     sync.Mutex
	agents map[string]*xtest.Process // by session id
}

// NewStage prepares a home on d. What it starts ends with d.
func NewStage(d *xtest.Display, p Programs) *Stage {
	return &Stage{
		Display: d, Programs: p, Home: filepath.Join(d.Dir(), "dango"), agents: map[string]*xtest.Process{},
	}
}

// Agent is the process that hooks of c's session take for their agent. It does nothing, and lives until somebody ends
// it. Two sessions of one process would be one that began anew, so each has its own.
func (s *Stage) Agent(c Call) (*xtest.Process, error) {
	var payload struct {
		Session string `json:"session_id"`
	}
	if err := json.Unmarshal(c.Payload, &payload); err != nil {
		return nil, fmt.Errorf("e2e: %s: %w", c.Event, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if agent := s.agents[payload.Session]; agent != nil {
		return agent, nil
	}
	agent, err := s.Run("tail", "-f", "/dev/null")
	if err == nil {
		s.agents[payload.Session] = agent
	}
	return agent, err
}

// Leave ends the process that was the agent of a session.
func (s *Stage) Leave(session string) {
	s.mu.Lock()
	agent := s.agents[session]
	delete(s.agents, session)
	s.mu.Unlock()
	if agent != nil {
		agent.Stop()
	}
}

// Env is the environment of every program on the stage.
func (s *Stage) Env() []string { return append(s.Display.Env("DANGO_HOME="+s.Home), s.Extra...) }

// Start starts a program of the project beside the caller.
func (s *Stage) Start(program string, args ...string) (*xtest.Process, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = s.Env()
	return s.Spawn(cmd)
}

// preferences are those of a Dango that is tested. It picks its port itself: any number of tests run side by side, and
// beside the user's own. A busy machine may take longer to draw a card than an agent is made to wait otherwise.
const preferences = `"version": 1, "events": {"port": 0}, "hold": {"showWithin": "30s"}`

// Prepare makes a home whose Dango has these preferences. A home that has some already is left alone.
func Prepare(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(home, "config.json"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString("{" + preferences + "}")
	return errors.Join(err, f.Close())
}

// Pet starts dango and returns once its window is where it belongs, and takes clicks there.
func (s *Stage) Pet(args ...string) (*xtest.Process, error) {
	appearance := "light"
	if s.Dark {
		appearance = "dark"
	}
	if err := Prepare(s.Home); err != nil {
		return nil, err
	}
	p, err := s.Start(s.Programs.Dango, append([]string{"--appearance", appearance}, args...)...)
	if err != nil {
		return nil, err
	}
	var died error
	var since time.Time // that it is in place; the engine makes the window small once more, after its first frame
	err = xtest.Wait("dango to show its window", func() (bool, error) {
		select {
		case <-p.Done():
			died = fmt.Errorf("e2e: dango ended at its start; it printed:\n%s", p.Output())
			return true, nil
		default:
		}
		ok, err := s.inPlace()
		if !ok || err != nil {
			since = time.Time{}
			return false, err
		}
		if since.IsZero() {
			since = time.Now()
		}
		return time.Since(since) >= reading, nil
	})
	return p, errors.Join(died, err)
}

// inPlace says whether the window covers what the scene wants it to cover, and takes clicks. Before that it is a small one
// somewhere, and all of it lets clicks through until its place is settled.
func (s *Stage) inPlace() (bool, error) {
	w, err := s.Window()
	if err != nil || !w.Mapped {
		return false, err
	}
	expected, err := s.Scene()
	if err != nil {
		return false, err
	}
	if want := rectangle(expected.Viewport()); w.Rect != want {
		return false, fmt.Errorf("e2e: the window is at %v, want %v", w.Rect, want)
	}
	if takes, err := s.Takes(w, petBody(expected)); !takes {
		return false, errors.Join(err, errors.New("e2e: a click on the pet is not the pet's"))
	}
	at := petBody(expected)
	shown, err := s.Look(image.Rectangle{Min: at, Max: at}.Inset(-30))
	if err != nil {
		return false, err
	}
	for i := 4; i < len(shown.Pix); i += 4 {
		if [4]byte(shown.Pix[i:]) != [4]byte(shown.Pix) {
			return true, nil
		}
	}
	return false, errors.New("e2e: the pet is not on the screen")
}

// windowClass is the first half of the pet's WM_CLASS; the second differs from run to run.
const windowClass = "dango"

// Window is the pet's window; not mapped when it is not there.
func (s *Stage) Window() (xtest.Window, error) {
	windows, err := s.Windows(windowClass)
	if err != nil || len(windows) == 0 {
		return xtest.Window{}, err
	}
	return windows[0], nil
}

// Petctl runs petctl and gives what it prints.
func (s *Stage) Petctl(args ...string) (string, error) {
	cmd := exec.Command(s.Programs.Petctl, args...)
	cmd.Env = s.Env()
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("e2e: petctl %s: %w: %s", strings.Join(args, " "), err, &complaint)
	}
	return out.String(), nil
}

// Heed has the pet read its preferences, and returns when it has: by itself it does so some time after they were written.
func (s *Stage) Heed() error {
	conn, err := sock.Dial(sock.Path(s.Home), xtest.Patience)
	if err != nil {
		return fmt.Errorf("e2e: %w", err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(xtest.Patience))
	if _, err := io.WriteString(conn, `{"kind":"reload"}`+"\n"); err != nil {
		return fmt.Errorf("e2e: %w", err)
	}
	if one, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = one.CloseWrite()
	}
	_, err = io.Copy(io.Discard, conn) // until it hangs up
	return err
}

// Sessions is what `petctl sessions --json` prints.
func (s *Stage) Sessions() ([]*session.Session, error) {
	out, err := s.Petctl("sessions", "--json")
	if err != nil {
		return nil, err
	}
	var sessions []*session.Session
	if err := json.Unmarshal([]byte(out), &sessions); err != nil {
		return nil, fmt.Errorf("e2e: petctl sessions --json printed %q: %w", out, err)
	}
	return sessions, nil
}

// Hook is one run of dango-emit.
type Hook struct {
	*xtest.Process
	Agent *xtest.Process // that it works for
	out   bytes.Buffer   // complete once the process has ended
}

// Hook calls dango-emit as an agent's hook does: the payload on standard input, the agent's id in the environment.
func (s *Stage) Hook(tool string, c Call) (*Hook, error) {
	agent, err := s.Agent(c)
	if err != nil {
		return nil, err
	}
	h := &Hook{Agent: agent}
	cmd := exec.Command(s.Programs.Emit, tool)
	cmd.Env = append(s.Env(), "CLAUDE_PID="+strconv.Itoa(agent.PID()))
	cmd.Stdin = bytes.NewReader(append(c.Payload, '\n'))
	cmd.Stdout = &h.out
	p, err := s.Spawn(cmd)
	h.Process = p
	return h, err
}

// Answer waits for the hook's end and gives what it told its agent. Anything on standard error is an error, and so is
// an exit status other than 0.
func (h *Hook) Answer(limit time.Duration) (string, error) {
	status, err := h.Wait(limit)
	switch {
	case err != nil:
		return "", err
	case status != 0 || h.Output() != "":
		return h.out.String(), fmt.Errorf("e2e: dango-emit ended with status %d and said %q", status, h.Output())
	}
	return h.out.String(), nil
}

// Play calls one hook after the other, each after the end of the one before, as agents do. None of them may be a
// request that somebody has to answer.
func (s *Stage) Play(r Recording) error {
	for _, c := range r.Calls {
		h, err := s.Hook(r.Tool, c)
		if err != nil {
			return err
		}
		answer, err := h.Answer(xtest.Patience)
		if err != nil {
			return fmt.Errorf("%s/%s, %s: %w", r.Tool, r.Name, c.Event, err)
		}
		if answer != "" {
			return fmt.Errorf("e2e: %s/%s, %s: the hook told its agent %q, and nobody had decided anything",
				r.Tool, r.Name, c.Event, answer)
		}
	}
	return nil
}
