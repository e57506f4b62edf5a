package theme

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"dango/sprite"
)

// settle is how long after the last sign of a change a pet is read again: a large sheet is written in many steps.
const settle = 150 * time.Millisecond

// Wardrobe brings the pet that is wanted, and brings it again whenever its files change. A pet that cannot be shown
// leaves the one before where it is.
type Wardrobe struct {
	store   Store
	show    func(*sprite.Sheet)
	trouble func(error)
	wants   chan string // newest alone
	open    func() (*fsnotify.Watcher, error)
}

// NewWardrobe makes a wardrobe; worn is the id of the pet that is shown already. show and trouble are called on Run's
// goroutine; trouble hears why a pet cannot be shown, and nil once one can again.
func NewWardrobe(s Store, worn string, show func(*sprite.Sheet), trouble func(error)) *Wardrobe {
	w := &Wardrobe{store: s, show: show, trouble: trouble, wants: make(chan string, 2), open: fsnotify.NewWatcher}
	w.wants <- worn
	return w
}

// Wear asks for a pet by its id. It never waits for one. One goroutine at a time may call it.
func (w *Wardrobe) Wear(id string) {
	for {
		select {
		case w.wants <- id:
			return
		default:
		}
		select {
		case <-w.wants:
		default:
		}
	}
}

// Run brings pets until ctx ends.
func (w *Wardrobe) Run(ctx context.Context) {
	watch, err := w.open()
	var events <-chan fsnotify.Event
	var errs <-chan error
	if err != nil { // a machine has but so many watchers; what is wanted is brought all the same
		w.trouble(fmt.Errorf("theme: watch pets: %w", err))
		watch = nil
	} else {
		defer watch.Close()
		events, errs = watch.Events, watch.Errors
	}
	worn := <-w.wants
	w.follow(watch, worn)
	quiet := time.NewTimer(settle)
	quiet.Stop()
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-w.wants:
			if id != worn {
				worn = id
				w.follow(watch, worn)
				w.bring(worn)
			}
		case <-events:
			quiet.Reset(settle)
		case <-errs:
			quiet.Reset(settle) // events may have been lost
		case <-quiet.C:
			w.follow(watch, worn) // folders may be new
			w.bring(worn)
		}
	}
}

func (w *Wardrobe) bring(id string) {
	sheet, err := w.store.Load(id)
	w.trouble(err)
	if err == nil {
		w.show(sheet)
	}
}

// follow has the folder of a pet watched, with those in it, and no other. A pet that is not there is waited for where it
// would be. watch may be nil.
func (w *Wardrobe) follow(watch *fsnotify.Watcher, id string) {
	if watch == nil {
		return
	}
	want := map[string]bool{}
	dir, err := w.store.Find(id)
	switch {
	case err != nil:
		for _, root := range w.store.all() {
			want[root] = true
			want[filepath.Join(root, filepath.Base(id))] = ValidID(id)
		}
	case dir != "":
		want[dir] = true
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			want[filepath.Join(dir, e.Name())] = e.IsDir()
		}
	}
	for _, old := range watch.WatchList() {
		if !want[old] {
			_ = watch.Remove(old) // it may be gone
		}
	}
	for dir, on := range want {
		if on {
			_ = watch.Add(dir) // it may not be there
		}
	}
}
