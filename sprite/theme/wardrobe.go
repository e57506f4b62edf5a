package theme

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	kept    []kept // the newest last
}

// kept is a pet that may be wanted again: tools with pets of their own take turns.
type kept struct {
	id    string
	stamp stamp
	sheet *sprite.Sheet
}

// Beside the one that is shown as many pets are kept at most, and no more bytes of them. One like ours needs a megabyte.
const (
	maxKept      = 4
	maxKeptBytes = 8 << 20
)

// NewWardrobe makes a wardrobe; worn is the id of the pet that is shown already, and sheet that pet, or nil when another is
// shown for it. show and trouble are called on Run's goroutine; trouble hears why a pet cannot be shown, and nil once one can
// again.
func NewWardrobe(s Store, worn string, sheet *sprite.Sheet, show func(*sprite.Sheet), trouble func(error)) *Wardrobe {
	w := &Wardrobe{store: s, show: show, trouble: trouble, wants: make(chan string, 2), open: fsnotify.NewWatcher}
	w.wants <- worn
	if sheet != nil {
		w.kept = []kept{{worn, s.stamp(s.now(worn)), sheet}}
	}
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
	w.follow(watch, worn, w.store.now(worn))
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
				at := w.store.now(worn)
				w.follow(watch, worn, at)
				w.change(worn, at)
			}
		case <-events:
			quiet.Reset(settle)
		case <-errs:
			quiet.Reset(settle) // events may have been lost
		case <-quiet.C:
			at := w.store.now(worn)
			w.follow(watch, worn, at) // folders may be new
			if i := w.indexOf(worn); i < 0 || w.kept[i].stamp != w.store.stamp(at) {
				w.bring(worn, at)
			}
		}
	}
}

// change shows another pet: one that is kept, as long as nobody has touched its files.
func (w *Wardrobe) change(id, at string) {
	i := w.indexOf(id)
	if i < 0 || w.kept[i].stamp != w.store.stamp(at) {
		w.bring(id, at)
		return
	}
	k := w.kept[i]
	w.kept = append(slices.Delete(w.kept, i, i+1), k)
	w.forget()
	w.trouble(nil)
	w.show(k.sheet)
}

// indexOf is where a pet is kept, -1 when it is not.
func (w *Wardrobe) indexOf(id string) int {
	return slices.IndexFunc(w.kept, func(k kept) bool { return k.id == id })
}

// bring reads a pet and shows it.
func (w *Wardrobe) bring(id, at string) {
	stamp := w.store.stamp(at) // before it is read: who writes meanwhile makes it another
	sheet, err := w.store.Load(at)
	w.trouble(err)
	w.kept = slices.DeleteFunc(w.kept, func(k kept) bool { return k.id == id })
	if err != nil {
		return
	}
	w.kept = append(w.kept, kept{id, stamp, sheet})
	w.forget()
	w.show(sheet)
}

// forget gives up the pets that were shown longest ago, when there are too many.
func (w *Wardrobe) forget() {
	bytes, from := 0, len(w.kept)-1
	for from > 0 && len(w.kept)-from <= maxKept && bytes+w.kept[from-1].sheet.Bytes() <= maxKeptBytes {
		from--
		bytes += w.kept[from].sheet.Bytes()
	}
	w.kept = slices.Delete(w.kept, 0, max(from, 0))
}

// stamp is what changes with a pet's files.
type stamp [sha256.Size]byte

// now is the id of the pet that another means at the moment: that of Auto changes as pets come and go, and has to be read
// to be found.
func (s Store) now(id string) string {
	if id != Auto {
		return id
	}
	return cmp.Or(s.firstPet(), Builtin)
}

// stamp looks at the files of a pet, by their names, sizes and times, without reading them.
func (s Store) stamp(id string) stamp {
	dir, err := s.Find(id)
	sum := sha256.New()
	fmt.Fprintln(sum, dir, err)
	if dir != "" && err == nil {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			info, failed := os.Stat(path) // of what a link leads to
			if failed == nil {
				fmt.Fprintln(sum, path, info.Mode(), info.Size(), info.ModTime().UnixNano())
			}
			return err
		})
	}
	return stamp(sum.Sum(nil))
}

// maxWaited is how many folders of pets are watched in one place while the first that can be shown is worn.
const maxWaited = 64

// follow has the folder of a pet watched, with those in it, and no other. A pet that is not there is waited for where it
// would be, and one that would be chosen first as well. watch may be nil.
func (w *Wardrobe) follow(watch *fsnotify.Watcher, id, at string) {
	if watch == nil {
		return
	}
	want := map[string]bool{}
	if id == Auto {
		for _, root := range w.store.all() {
			want[root] = true
			entries, _ := os.ReadDir(root)
			for _, e := range entries[:min(len(entries), maxWaited)] {
				want[filepath.Join(root, e.Name())] = ValidID(e.Name())
			}
		}
	}
	dir, err := w.store.Find(at)
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
