//go:build !linux && !darwin

package sock

import (
	"errors"
	"net"
)

// maxPath is the smallest limit of the systems that have local sockets.
const maxPath = 103

// peerUID: not supported here; the folder's permissions keep others out.
func peerUID(*net.UnixConn) (int, error) { return 0, errors.ErrUnsupported }
