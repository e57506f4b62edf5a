package sock

import (
	"fmt"
	"net"
	"time"
)

// Dial connects to the Dango at path, within timeout. It waits while the listener's queue is full.
func Dial(path string, timeout time.Duration) (net.Conn, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	c, err := dial(path, timeout)
	if err != nil {
		return nil, fmt.Errorf("sock: connect to %q: %w", path, err)
	}
	return c, nil
}

// Send connects, writes frame and closes; connecting and each write may take timeout. It costs four system calls
// and never starts the runtime's poller, which is why a hook uses it rather than Dial.
func Send(path string, frame []byte, timeout time.Duration) error {
	if err := checkPath(path); err != nil {
		return err
	}
	if err := send(path, frame, timeout); err != nil {
		return fmt.Errorf("sock: send to %q: %w", path, err)
	}
	return nil
}
