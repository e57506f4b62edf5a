//go:build unix

package hook

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// owned tells whether this process's user owns the file, and who does. Root replacing a user's file would take
// it away from the user, so root is no exception.
func owned(fi fs.FileInfo) (owner string, ours bool) {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return "", true
	}
	return fmt.Sprintf("user %d", st.Uid), int(st.Uid) == os.Geteuid()
}

// keepGroup gives the file at path the group of the one it is to replace, as far as this user may.
func keepGroup(path string, of fs.FileInfo) {
	if st, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = os.Chown(path, -1, int(st.Gid))
	}
}

// hardLinks counts the other names of the file: replacing it leaves them with what it was.
func hardLinks(fi fs.FileInfo) int {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink) - 1
	}
	return 0
}

// syncFolder makes a rename in the folder last through a power cut.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
