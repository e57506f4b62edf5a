package lang

import (
	"errors"
	"io/fs"
	"sync"
	"testing"
)

// speak uses a language until the test ends.
func speak(t *testing.T, l Language) {
	t.Helper()
	Use(string(l))
	t.Cleanup(func() { now.Store(nil) })
}

func TestT(t *testing.T) {
	for _, c := range []struct {
		is   Language
		got  func() string
		want string
	}{
		{English, func() string { return T("Allow") }, "Allow"},
		{English, func() string { return T("%d sessions", 1) }, "1 session"},
		{English, func() string { return T("%d sessions", 12345) }, "12,345 sessions"},
		{English, func() string { return T("100 %") }, "100 %"},
		{Chinese, func() string { return T("Allow") }, "允许"},
		{Chinese, func() string { return T("%d sessions", 1) }, "1 个会话"},
		{Chinese, func() string { return T("nobody translated %s", "this") }, "nobody translated this"},
		{Chinese, func() string { return T("nobody translated this") }, "nobody translated this"},
	} {
		speak(t, c.is)
		if got := c.got(); got != c.want {
			t.Errorf("in %s: %q, want %q", c.is, got, c.want)
		}
	}
}

func TestErrorf(t *testing.T) {
	err := Errorf("%s cannot be read: %v", "x", fs.ErrNotExist)
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "x cannot be read: file does not exist" {
		t.Errorf("Errorf = %v, is ErrNotExist: %v", err, errors.Is(err, fs.ErrNotExist))
	}
}

// A log has English, the user hears it in the language in use, and a program knows the cause.
func TestFault(t *testing.T) {
	speak(t, Chinese)
	err := Fault("run %s: %v", "sway", Fault("its terminal is not known"))
	if got := err.Error(); got != "run sway: its terminal is not known" {
		t.Errorf("Error = %q", got)
	}
	if got := Explain(err); got != "运行 sway：不知道它的终端" {
		t.Errorf("Explain = %q", got)
	}
	if err := Fault("read the log: %v", fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not its cause", err)
	}
	if got := Explain(fs.ErrNotExist); got != fs.ErrNotExist.Error() {
		t.Errorf("Explain of a stranger = %q", got)
	}
}

func TestSystem(t *testing.T) {
	for _, c := range []struct {
		all, messages, lang string
		want                Language
	}{
		{"", "", "zh_CN.UTF-8", Chinese},
		{"", "zh_CN.UTF-8", "en_US.UTF-8", Chinese},
		{"C", "zh_CN.UTF-8", "zh_CN.UTF-8", English},
		{"", "", "zh_SG", Chinese},
		{"", "", "zh_TW.UTF-8", Chinese},
		{"", "", "en_GB.UTF-8", English},
		{"", "", "de_DE@euro", English},
		{"POSIX", "", "", English},
		{"", "", "C.UTF-8", English},
		{"", "", "no locale at all", English},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := OfSystem(); got != c.want {
			t.Errorf("LC_ALL=%s LC_MESSAGES=%s LANG=%s: %s, want %s", c.all, c.messages, c.lang, got, c.want)
		}
		speak(t, System)
		if Now() != c.want {
			t.Errorf("the language of the system is %s, want %s", Now(), c.want)
		}
		for _, l := range spoken {
			if Use(string(l)); Now() != l {
				t.Errorf("Use(%s): %s", l, Now())
			}
		}
	}
}

// A frame says its words without an allocation, in any language.
func TestNoAllocation(t *testing.T) {
	for _, l := range spoken {
		speak(t, l)
		if n := testing.AllocsPerRun(100, func() { T("Allow"); T("not translated"); Now() }); n > 0 {
			t.Errorf("%s: %v allocations", l, n)
		}
	}
}

// The language may change while others speak.
func TestConcurrent(t *testing.T) {
	speak(t, English)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 200 {
				if i == 0 {
					Use(string(spoken[n%2]))
				}
				if w := T("%d sessions", 2); w != "2 sessions" && w != "2 个会话" {
					t.Errorf("T(%%d sessions, 2) = %q", w)
				}
				if w := T("Allow"); w != "Allow" && w != "允许" {
					t.Errorf("T(Allow) = %q", w)
				}
			}
		})
	}
	all.Wait()
}
