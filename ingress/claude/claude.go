// Package claude watches what Claude Code leaves on disk, and tells the keeper what its hooks do not say.
//
// Every running CLI keeps a file sessions/PID.json in its config folder with what it does: idle, busy or waiting. It
// is the only quick sign of Esc, of a No or a Yes in the terminal, and of sessions without hooks. Versions before
// 2.1 have no such file; of their sessions the end of the transcript is followed while a turn goes on. Nothing is
// ever written, and the key files beside the session files are never opened.
package claude

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"dango/ingress/process"
	"dango/session"
	"dango/session/board"
	"dango/session/event"
)

// Sink takes what was seen; *session.Keeper is one.
type Sink interface {
	// SubmitWait hands an item over and waits while there is no room. The error is ctx's.
	SubmitWait(ctx context.Context, it session.Item) error
}

// Options say where to look.
type Options struct {
	Root string       // a config folder, see Root; those that transcripts of hooks lie in are found besides. "" = only those
	Log  *slog.Logger // nil: silent

	// processes finds agents of versions without session files; nil: the system's process table.
	processes func() []process.Running
}

// Root is the config folder of a CLI with this environment: CLAUDE_CONFIG_DIR, else .claude in the home folder. It need
// not exist, and is empty when nothing says where it is.
func Root(getenv func(string) string) string {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Clean(dir)
	}
	for _, home := range []string{"HOME", "USERPROFILE"} {
		if dir := getenv(home); dir != "" {
			return filepath.Join(dir, ".claude")
		}
	}
	return ""
}

// rootOf is the config folder that holds a transcript, ROOT/projects/FOLDER/ID.jsonl; empty when it lies elsewhere.
func rootOf(transcript string) string {
	projects := filepath.Dir(filepath.Dir(transcript))
	if !filepath.IsAbs(transcript) || filepath.Base(projects) != "projects" {
		return ""
	}
	return filepath.Dir(projects)
}

// Watch tells sink of every session that it finds, and from then on of every change, until ctx ends; then it returns
// nil. list says which sessions need more than their file. It runs on the caller's goroutine.
func Watch(ctx context.Context, list *board.Board[session.Watchlist], sink Sink, o Options) error {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("claude: watch %s: %w", o.Root, err)
	}
	defer fs.Close()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.processes == nil {
		o.processes = func() []process.Running { return process.Named("claude") }
	}
	w := &watcher{
		ctx: ctx, sink: sink, list: list, log: o.Log, fs: fs, due: make(chan func()),
		roots: map[string]reach{}, named: map[string]time.Time{}, files: map[string]*entry{}, tails: map[session.Key]*tail{},
	}
	wake, cancel := list.Subscribe()
	defer cancel()
	w.attend(o.Root)
	w.recoverOld(o.processes())
	w.follow(*list.Latest())
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-fs.Events:
			w.changed(ev)
		case err := <-fs.Errors: // events may have been lost
			w.log.Warn("claude's files: look at all again", "error", err)
			w.lookAgain()
		case <-wake:
			w.follow(*list.Latest())
		case do := <-w.due:
			do()
		}
	}
}

// keyOf names a session of Claude Code.
func keyOf(id string) session.Key { return session.Key{Tool: event.ClaudeCode, ID: id} }
