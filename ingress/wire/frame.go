// Package wire is the codec of the local socket: bytes to frames, frames to events and answers, and back.
//
// A frame is a 4-byte big-endian length and that many bytes of UTF-8 JSON; an empty one is a heartbeat. The package does
// no I/O of its own, keeps no state and is safe for concurrent use.
package wire

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"time"
)

const (
	// MaxFrame bounds a frame's payload in bytes. It keeps the first byte of every length at zero, which is how
	// the socket tells frames from HTTP.
	MaxFrame = 1 << 20

	headerBytes = 4
	// readStep bounds what a client gets allocated ahead of the bytes that it really sends.
	readStep = 64 << 10
)

// A sender that asks for it is told every Heartbeat, with an empty frame, that its request is still held. After Silence
// without one it may take it that Dango hangs, and that nobody will answer: a machine under load is late, but not that late.
const (
	Heartbeat = 2 * time.Second
	Silence   = 5 * Heartbeat
)

// AppendFrame appends payload as one frame to dst. A payload over MaxFrame is a TooLong error, and dst comes
// back unchanged.
func AppendFrame(dst, payload []byte) ([]byte, error) {
	if len(payload) > MaxFrame {
		return dst, &Error{Fault: TooLong}
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(payload)))
	return append(dst, payload...), nil
}

// ReadFrame reads one frame and returns its payload, which lives in buf when buf is large enough; so a caller
// that passes the last payload back allocates nothing once warm.
//
// It returns io.EOF when r ends between two frames, an *Error when the frame is too long or r ends inside it,
// and r's own error otherwise. After any error the stream has no frame boundary left: close it.
func ReadFrame(r io.Reader, buf []byte) ([]byte, error) {
	var header [headerBytes]byte
	switch _, err := io.ReadFull(r, header[:]); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &Error{Fault: HalfFrame, Err: err}
	case err != nil:
		return nil, err
	}
	n := binary.BigEndian.Uint32(header[:])
	if n > MaxFrame {
		return nil, &Error{Fault: TooLong}
	}
	return readBody(r, buf[:0], int(n))
}

func readBody(r io.Reader, buf []byte, n int) ([]byte, error) {
	for len(buf) < n {
		step := min(n-len(buf), readStep)
		buf = slices.Grow(buf, step)
		got, err := io.ReadFull(r, buf[len(buf):len(buf)+step])
		buf = buf[:len(buf)+got]
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, &Error{Fault: HalfFrame, Err: io.ErrUnexpectedEOF}
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, nil
}
