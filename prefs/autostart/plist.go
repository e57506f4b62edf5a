package autostart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// agentLabel names the LaunchAgent; its file has the same name.
const agentLabel = "io.dango.pet"

// plist is the LaunchAgent that starts a program once at login.
func plist(program string) []byte {
	var path bytes.Buffer
	_ = xml.EscapeText(&path, []byte(program)) // a buffer takes everything
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>%s</string>
	<key>ProgramArguments</key>
	<array>
		<string>%s</string>
	</array>
	<key>RunAtLoad</key>
	<true/>
	<key>ProcessType</key>
	<string>Interactive</string>
</dict>
</plist>
`, agentLabel, path.Bytes())
}

// ofPlist is what a LaunchAgent starts at login: the first of its arguments, unless it is disabled or waits for something
// else.
func ofPlist(text []byte) (program string, atLogin bool, err error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	var key, now string
	disabled := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return program, atLogin && !disabled, nil
		}
		if err != nil {
			return "", false, fmt.Errorf("autostart: read the LaunchAgent: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			now = t.Name.Local
			if now == "true" {
				atLogin = atLogin || key == "RunAtLoad"
				disabled = disabled || key == "Disabled"
			}
		case xml.EndElement:
			now = ""
		case xml.CharData:
			switch {
			case now == "key":
				key = string(t)
			case now == "string" && key == "ProgramArguments" && program == "":
				program = string(t)
			}
		}
	}
}
