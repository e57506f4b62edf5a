//go:build !unix

package emit

import "os"

// A watcher never reports anything here: signals and the connection alone end a held request.
type watcher struct{ done <-chan struct{} }

func watch(*os.File, int, uint64) *watcher { return &watcher{} }

func (*watcher) gone() bool { return false }
