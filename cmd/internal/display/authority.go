package display

import (
	"encoding/binary"
	"os"
	"path/filepath"
)

// authorityFile is where X clients look for their cookies.
func authorityFile(getenv func(string) string) string {
	if f := getenv("XAUTHORITY"); f != "" {
		return f
	}
	return filepath.Join(getenv("HOME"), ".Xauthority")
}

// Families of addresses in an authority file.
const (
	familyLocal = 256
	familyWild  = 65535
)

// cookie finds the cookie for a display; nil when there is none.
//
// The file is a row of entries, each a family and four counted strings: address, display number, name, data.
func cookie(file string, a address) []byte {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	machine, _ := os.Hostname()
	for len(b) >= 2 {
		family := binary.BigEndian.Uint16(b)
		b = b[2:]
		var field [4][]byte
		for i := range field {
			if len(b) < 2 || len(b) < 2+int(binary.BigEndian.Uint16(b)) {
				return nil
			}
			n := 2 + int(binary.BigEndian.Uint16(b))
			field[i], b = b[2:n], b[n:]
		}
		host, number, name, data := string(field[0]), string(field[1]), string(field[2]), field[3]
		here := family == familyWild || family == familyLocal && a.host == "" && host == machine || a.host != "" && host == a.host
		if here && (number == "" || number == a.number) && name == cookieName {
			return data
		}
	}
	return nil
}
