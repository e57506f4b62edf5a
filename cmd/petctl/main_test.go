package main

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"dango/emit"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/prefs"
	"dango/session"
)

// patient bounds what must happen at once; it is only reached by a failure.
const patient = 20 * time.Second

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"petctl": func() { os.Exit(run()) },
		"dango-emit": func() {
			if slices.Contains(os.Args, "--as-event") {
				emit.AsEvent(false, os.Stdin, os.Stdout)
				return
			}
			emit.Run(emit.Options{Tool: "claude-code"}, os.Stdin, os.Stdout)
		},
	})
}

// The scripts know a few more commands:
//
//	ready                wait until a core answers on $DANGO_HOME
//	asked N              wait until N requests are offered; $REQUEST is the newest
//	calm                 wait until nothing is asked
//	send raw FILE        write the file's bytes to the socket and hang up; \xNN is a byte
//	send silent          connect and say nothing until the script ends
//	counted NAME N       wait until the core has counted N of that
//	mode FILE OCTAL      the file's permissions are exactly these
//	picture FILE W H     a PNG at least that large that is not of one colour
//	endpoint             wait for the event API over TCP; $EVENTS is its URL
//	shows ID STATE       wait until the session of that id is shown in that state; "nothing": until it is not shown
//	problem TEXT         wait until the status tells of a problem with that text; "none": until it tells of none
//	appears FILE         wait until the file exists
//	signal NAME FILE     send the signal to the process whose id is in the file
func TestScripts(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", filepath.Join(env.WorkDir, "h"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "h", ".config"))
			home := filepath.Join(env.WorkDir, "d")
			env.Setenv("DANGO_HOME", home)
			if err := os.Mkdir(home, 0o700); err != nil {
				return err
			}
			env.Setenv("PET", filepath.Join(root, "assets", "dango"))
			return os.WriteFile(filepath.Join(home, "config.json"), []byte(`{"events":{"port":0}}`), 0o600)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ready": ready, "asked": asked, "calm": calm, "send": send, "counted": counted,
			"mode": mode, "picture": picture, "endpoint": endpoint, "shows": shows, "appears": appears, "signal": signalTo,
			"problem": problem,
		},
	})
}

func client(ts *testscript.TestScript) *control.Client {
	return control.NewClient(sock.Path(ts.Getenv("DANGO_HOME")))
}

// until calls cond until it is true: the core runs in another process and tells nobody when it changes.
func until(ts *testscript.TestScript, what string, cond func(context.Context) bool) {
	ctx, cancel := context.WithTimeout(context.Background(), patient)
	defer cancel()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !cond(ctx) {
		select {
		case <-again.C:
		case <-ctx.Done():
			ts.Fatalf("waited %s in vain for %s", patient, what)
		}
	}
}

func ready(ts *testscript.TestScript, _ bool, _ []string) {
	until(ts, "a core", func(ctx context.Context) bool { _, err := client(ts).Status(ctx); return err == nil })
}

// offered are the requests that can be answered now, oldest first.
func offered(ts *testscript.TestScript, ctx context.Context) []session.Request {
	var open []session.Request
	s, err := client(ts).Snapshot(ctx)
	ts.Check(err)
	for _, x := range s.Sessions {
		for _, r := range x.Requests {
			if control.Answerable(&r) {
				open = append(open, r)
			}
		}
	}
	return open
}

func asked(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	until(ts, args[0]+" requests", func(ctx context.Context) bool {
		open := offered(ts, ctx)
		if len(open) == 0 || len(open) != want {
			return false
		}
		ts.Setenv("REQUEST", open[len(open)-1].ID)
		return true
	})
}

func calm(ts *testscript.TestScript, _ bool, _ []string) {
	until(ts, "an end of all requests", func(ctx context.Context) bool { return len(offered(ts, ctx)) == 0 })
}

func send(ts *testscript.TestScript, _ bool, args []string) {
	c, err := sock.Dial(sock.Path(ts.Getenv("DANGO_HOME")), patient)
	ts.Check(err)
	switch args[0] {
	case "raw":
		text, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.TrimSpace(ts.ReadFile(args[1])), `"`, `\"`) + `"`)
		ts.Check(err)
		_, err = c.Write([]byte(text))
		ts.Check(err)
		ts.Check(c.Close())
	case "silent":
		ts.Defer(func() { c.Close() })
	default:
		ts.Fatalf("send: unknown kind %q", args[0])
	}
}

func counted(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.ParseUint(args[1], 10, 64)
	ts.Check(err)
	until(ts, fmt.Sprintf("%s = %d", args[0], want), func(ctx context.Context) bool {
		got, err := client(ts).Counters(ctx)
		ts.Check(err)
		if _, ok := got[args[0]]; !ok {
			ts.Fatalf("the core counts no %q: %v", args[0], got)
		}
		return got[args[0]] == want
	})
}

func mode(ts *testscript.TestScript, _ bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[1] {
		ts.Fatalf("%s has mode %s, want %s", args[0], got, args[1])
	}
}

func picture(ts *testscript.TestScript, _ bool, args []string) {
	img, err := png.Decode(bytes.NewReader([]byte(ts.ReadFile(args[0]))))
	ts.Check(err)
	w, err := strconv.Atoi(args[1])
	ts.Check(err)
	h, err := strconv.Atoi(args[2])
	ts.Check(err)
	b := img.Bounds()
	if b.Dx() < w || b.Dy() < h {
		ts.Fatalf("%s is %d × %d, want at least %d × %d", args[0], b.Dx(), b.Dy(), w, h)
	}
	colours := map[any]bool{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			colours[img.At(x, y)] = true
		}
	}
	if len(colours) < 100 {
		ts.Fatalf("%s has only %d colours", args[0], len(colours))
	}
}

func endpoint(ts *testscript.TestScript, _ bool, _ []string) {
	until(ts, "an endpoint", func(context.Context) bool {
		e, err := prefs.Paths{Home: ts.Getenv("DANGO_HOME")}.ReadEndpoint()
		ts.Setenv("EVENTS", e.URL)
		return err == nil && e.URL != ""
	})
}

func shows(ts *testscript.TestScript, _ bool, args []string) {
	until(ts, args[0]+" to be "+args[1], func(ctx context.Context) bool {
		s, err := client(ts).Snapshot(ctx)
		ts.Check(err)
		for _, x := range s.Sessions {
			if x.Key.ID == args[0] || x.Flash && strings.HasPrefix(x.Key.ID, args[0]+"#") {
				return x.State.String() == args[1]
			}
		}
		return args[1] == "nothing"
	})
}

func problem(ts *testscript.TestScript, _ bool, args []string) {
	until(ts, "the problem "+args[0], func(ctx context.Context) bool {
		st, err := client(ts).Status(ctx)
		ts.Check(err)
		all := strings.Join(st.Problems, "\n")
		return args[0] == "none" && all == "" || strings.Contains(all, args[0])
	})
}

func appears(ts *testscript.TestScript, _ bool, args []string) {
	until(ts, args[0], func(context.Context) bool { _, err := os.Stat(ts.MkAbs(args[0])); return err == nil })
}

func signalTo(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[1])))
	ts.Check(err)
	s, ok := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}[args[0]]
	if !ok {
		ts.Fatalf("signal: unknown signal %q", args[0])
	}
	p, err := os.FindProcess(pid)
	ts.Check(err)
	ts.Check(p.Signal(s))
}
