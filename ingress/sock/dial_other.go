//go:build !unix

package sock

import (
	"net"
	"time"
)

func dial(path string, timeout time.Duration) (net.Conn, error) {
	return net.DialTimeout("unix", path, timeout)
}

func send(path string, frame []byte, timeout time.Duration) error {
	c, err := dial(path, timeout)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.SetWriteDeadline(time.Now().Add(timeout)); err != nil {
		return err
	}
	_, err = c.Write(frame)
	return err
}
