package display

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// answerWithin is how long an X server may take to answer: a busy machine needs a second, a hung server never ends.
const answerWithin = 5 * time.Second

// reach connects to the X server that a DISPLAY names, shakes hands with it and hangs up again.
//
// The error says what is wrong, without a hint. authority is the file of cookies; when it is missing or holds none for
// this display, reach tries without. within bounds each of the two waits.
func reach(display, authority string, within time.Duration) error {
	if display == "" {
		return errors.New("DISPLAY is not set")
	}
	a, err := parse(display)
	if err != nil {
		return err
	}
	conn, err := net.DialTimeout(a.network, a.address, within)
	if err != nil {
		return fmt.Errorf("nothing listens at DISPLAY=%s (%w)", display, err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(within)); err != nil {
		return fmt.Errorf("DISPLAY=%s: %w", display, err)
	}
	if err := shake(conn, cookie(authority, a)); err != nil {
		return fmt.Errorf("the X server at DISPLAY=%s %w", display, err)
	}
	return nil
}

// address is where an X server listens.
type address struct {
	network, address string
	host, number     string // as the authority file names them; host is empty on this machine
}

// parse reads [protocol/][host]:number[.screen] and /path/of/socket:number, as X clients do.
func parse(display string) (address, error) {
	bad := fmt.Errorf("DISPLAY=%s is not of the form host:number", display)
	colon := strings.LastIndexByte(display, ':')
	if colon < 0 {
		return address{}, bad
	}
	host, rest := display[:colon], display[colon+1:]
	number, _, _ := strings.Cut(rest, ".")
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n > 65535-6000 {
		return address{}, bad
	}
	if strings.HasPrefix(host, "/") {
		return address{network: "unix", address: host + ":" + number, number: number}, nil
	}
	if i := strings.LastIndexByte(host, '/'); i >= 0 {
		host = host[i+1:]
	}
	if host == "" || host == "unix" {
		return address{network: "unix", address: "/tmp/.X11-unix/X" + number, number: number}, nil
	}
	port := strconv.FormatUint(6000+n, 10)
	return address{"tcp", net.JoinHostPort(strings.Trim(host, "[]"), port), host, number}, nil
}

const cookieName = "MIT-MAGIC-COOKIE-1"

// shake sends the X11 setup request in little-endian order and reads the verdict: the first byte of the answer.
func shake(conn io.ReadWriter, cookie []byte) error {
	name := ""
	if len(cookie) > 0 {
		name = cookieName
	}
	le := binary.LittleEndian
	b := []byte{'l', 0}
	b = le.AppendUint16(b, 11)
	b = le.AppendUint16(b, 0)
	b = le.AppendUint16(b, uint16(len(name)))
	b = le.AppendUint16(b, uint16(len(cookie)))
	b = append(b, 0, 0)
	b = pad(append(b, name...))
	b = pad(append(b, cookie...))
	if _, err := conn.Write(b); err != nil {
		return fmt.Errorf("hung up: %w", err)
	}
	var head [8]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return fmt.Errorf("does not answer: %w", err)
	}
	if head[0] == 1 {
		return nil
	}
	reason := make([]byte, head[1])
	if _, err := io.ReadFull(conn, reason); err != nil || len(reason) == 0 {
		return errors.New("refused us")
	}
	return fmt.Errorf("refused us: %s", strings.TrimSpace(string(reason)))
}

func pad(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}
