package process_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dango/ingress/process"
)

func TestAncestorNeedsTheExactName(t *testing.T) {
	parent, ok := process.Lookup(os.Getppid())
	if !ok {
		t.Skip("the process table is not read on this system")
	}
	if pid, p := process.Ancestor(os.Getppid(), parent.Name); pid != os.Getppid() || p.Start != parent.Start {
		t.Errorf("Ancestor(%q) = %d, want the parent %d", parent.Name, pid, os.Getppid())
	}
	if pid, _ := process.Ancestor(os.Getppid(), parent.Name+"x"); pid != 0 {
		t.Errorf("a longer name found process %d", pid)
	}
	if pid, _ := process.Ancestor(1, parent.Name); pid != 0 {
		t.Errorf("the system's first process is called an agent")
	}
}

func TestThisProcess(t *testing.T) {
	me, ok := process.Lookup(os.Getpid())
	if !ok {
		t.Skip("the process table is not read on this system")
	}
	if me.Parent != os.Getppid() || me.Start == 0 || me.Name == "" {
		t.Errorf("Lookup(me) = %+v, parent is %d", me, os.Getppid())
	}
	if args := process.Arguments(os.Getpid()); args != nil && !slices.Equal(args, os.Args) {
		t.Errorf("Arguments(me) = %q, want %q", args, os.Args)
	}
	if dir, err := os.Getwd(); err == nil && process.Cwd(os.Getpid()) != "" && process.Cwd(os.Getpid()) != dir {
		t.Errorf("Cwd(me) = %q, want %q", process.Cwd(os.Getpid()), dir)
	}
	if !slices.Contains(process.PIDs(), os.Getpid()) {
		t.Error("PIDs() leaves this process out")
	}
	if !slices.ContainsFunc(process.Named(me.Name), func(r process.Running) bool { return r.PID == os.Getpid() && r.Start == me.Start }) {
		t.Errorf("Named(%s) leaves this process out", me.Name)
	}
	if env, path := process.Environ(os.Getpid()), "PATH="+os.Getenv("PATH"); env != nil && !slices.Contains(env, path) {
		t.Errorf("Environ(me) = %q, want %s among them", env, path)
	}
	mine, err := os.Create(filepath.Join(t.TempDir(), "open"))
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Close()
	if open, ok := process.OpenFiles(os.Getpid()); ok && !slices.Contains(open, mine.Name()) {
		t.Errorf("OpenFiles(me) = %q, want %q among them", open, mine.Name())
	}
	for _, tt := range []struct {
		name  string
		start uint64
		want  bool
	}{
		{"its own start time", me.Start, true},
		{"another start time: the pid was used again", me.Start + 1, false},
		{"no start time", 0, true},
	} {
		if got := process.Lives(os.Getpid(), tt.start); got != tt.want {
			t.Errorf("%s: Lives = %v, want %v", tt.name, got, tt.want)
		}
	}
	if process.Lives(-1, 0) || process.Lives(0, 0) {
		t.Error("a process without a pid lives")
	}
}
