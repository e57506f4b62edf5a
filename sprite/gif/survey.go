package gif

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

var errShort = errors.New("broken GIF: it ends in the middle")

// Blocks of the GIF89a specification.
const (
	extension  = 0x21
	descriptor = 0x2c
	trailer    = 0x3b
)

// scanner walks over the bytes of a GIF.
type scanner struct {
	rest []byte
	err  error
}

// take gives the next n bytes; after an error, and at the end, zeros.
func (s *scanner) take(n int) []byte {
	if s.err != nil || len(s.rest) < n {
		s.err = errShort
		return make([]byte, n)
	}
	b := s.rest[:n]
	s.rest = s.rest[n:]
	return b
}

// palette walks over the colours that a packed field announces.
func (s *scanner) palette(packed byte) {
	if packed&0x80 != 0 {
		s.take(3 << (packed&7 + 1))
	}
}

// blocks walks over data blocks up to the empty one that ends them.
func (s *scanner) blocks() {
	for s.err == nil {
		n := int(s.take(1)[0])
		if n == 0 {
			return
		}
		s.take(n)
	}
}

// survey walks over the blocks of a GIF without decoding any and compares what they announce with the limits.
func survey(b []byte) error {
	if !bytes.HasPrefix(b, []byte("GIF87a")) && !bytes.HasPrefix(b, []byte("GIF89a")) {
		return errors.New("is no GIF")
	}
	s := scanner{rest: b[6:]}
	screen := s.take(7)
	w, h := int(binary.LittleEndian.Uint16(screen)), int(binary.LittleEndian.Uint16(screen[2:]))
	switch {
	case s.err != nil:
		return s.err
	case w == 0 || h == 0:
		return fmt.Errorf("a canvas of %d×%d px shows nothing", w, h)
	case w > maxSide || h > maxSide:
		return fmt.Errorf("%d×%d px is too large: at most %d px a side", w, h, maxSide)
	}
	s.palette(screen[4])
	for frames := 0; s.err == nil; {
		switch kind := s.take(1)[0]; {
		case s.err != nil:
		case kind == extension:
			s.take(1)
			s.blocks()
		case kind == descriptor:
			if frames++; frames > maxFrames {
				return fmt.Errorf("more than %d frames", maxFrames)
			}
			if frames*w*h > maxDecodedBytes/4 {
				return fmt.Errorf("%d and more frames of %d×%d px are too many: at most %d MiB decoded", frames, w, h, maxDecodedBytes>>20)
			}
			s.palette(s.take(9)[8])
			s.take(1) // code size
			s.blocks()
		case kind == trailer && frames == 0:
			return errors.New("the GIF has no frame")
		case kind == trailer:
			return nil
		default:
			return fmt.Errorf("broken GIF: unknown block 0x%02x", kind)
		}
	}
	return s.err
}
