package autostart

import "testing"

// What other systems are told reads back, here too.
func TestFormats(t *testing.T) {
	for _, program := range []string{"/Applications/Dango.app/Contents/MacOS/dango", `/a b/<&>"'/团子`, `C:\Program Files\Dango\dango.exe`} {
		if got, atLogin, err := ofPlist(plist(program)); got != program || !atLogin || err != nil {
			t.Errorf("ofPlist(plist(%q)) = %q, %v, %v", program, got, atLogin, err)
		}
	}
	for _, program := range []string{`C:\dango.exe`, `C:\Program Files\团子\dango.exe`} {
		if got := ofRunLine(runLine(program)); got != program {
			t.Errorf("ofRunLine(runLine(%q)) = %q", program, got)
		}
	}
	if got := ofRunLine(`C:\dango.exe --size 1`); got != `C:\dango.exe` {
		t.Errorf("ofRunLine without quotes = %q", got)
	}
	for text, want := range map[string]bool{
		`<plist><dict><key>ProgramArguments</key><array><string>/x</string><string>-v</string></array><key>RunAtLoad</key><false/></dict></plist>`:        false,
		`<plist><dict><key>ProgramArguments</key><array><string>/x</string></array><key>RunAtLoad</key><true/><key>Disabled</key><true/></dict></plist>`:  false,
		`<plist><dict><key>KeepAlive</key><true/><key>ProgramArguments</key><array><string>/x</string></array><key>RunAtLoad</key><true/></dict></plist>`: true,
	} {
		if got, atLogin, err := ofPlist([]byte(text)); got != "/x" || atLogin != want || err != nil {
			t.Errorf("ofPlist(%s) = %q, %v, %v", text, got, atLogin, err)
		}
	}
	if _, _, err := ofPlist([]byte("<plist><dict>")); err == nil {
		t.Error("half a LaunchAgent is no error")
	}
}
