package desktop

import "encoding/binary"

// setting is one value of the XSETTINGS protocol. Colours are left out.
type setting struct {
	number int32
	text   string
}

// parseSettings reads the property _XSETTINGS_SETTINGS as far as it is sound. The format is that of the freedesktop
// specification: byte order, serial, count, then entries of type, name, serial and value, padded to four bytes.
func parseSettings(b []byte) map[string]setting {
	out := map[string]setting{}
	if len(b) < 12 {
		return out
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 1 {
		order = binary.BigEndian
	}
	r := settingsReader{b[12:], order}
	for range order.Uint32(b[8:]) {
		head := r.take(4)
		if head == nil {
			break
		}
		name := r.text(int(order.Uint16(head[2:])))
		if r.take(4) == nil { // serial of the last change
			break
		}
		const number, text, colour = 0, 1, 2
		switch head[0] {
		case number:
			if v := r.take(4); v != nil {
				out[name] = setting{number: int32(order.Uint32(v))}
			}
		case text:
			if n := r.take(4); n != nil {
				out[name] = setting{text: r.text(int(order.Uint32(n)))}
			}
		case colour:
			r.take(8)
		default:
			return out
		}
	}
	return out
}

type settingsReader struct {
	b     []byte
	order binary.ByteOrder
}

// take is the next n bytes; nil when there are not as many, and then for ever.
func (r *settingsReader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.b = nil
		return nil
	}
	v := r.b[:n]
	r.b = r.b[n:]
	return v
}

// text is a string of n bytes with its padding.
func (r *settingsReader) text(n int) string {
	v := r.take(n)
	if pad := -n & 3; pad != 0 {
		r.take(pad)
	}
	return string(v)
}
