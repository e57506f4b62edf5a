package scene_test

import (
	"strings"
	"testing"

	"dango/prefs/lang"
)

// speak has everything said in a language until the test ends.
func speak(t *testing.T, l lang.Language) {
	t.Helper()
	lang.Use(string(l))
	t.Cleanup(func() { lang.Use(string(lang.English)) })
}

// Another language is spoken from the next step on, and what the user has begun stays.
func TestLanguageIsLive(t *testing.T) {
	s := newStage(t)
	s.snap = three()
	s.step(30)
	english := s.Summary()
	speak(t, lang.Chinese)
	s.step(1)
	chinese := s.Summary()
	for _, word := range []string{"| 运行工具 |", "| 待查看 |", "| 回复中 |", "已运行 40 秒"} {
		if !strings.Contains(chinese, word) {
			t.Errorf("no %q in:\n%s", word, chinese)
		}
	}
	lang.Use(string(lang.English))
	s.step(1)
	if got := s.Summary(); got != english {
		t.Errorf("back in English:\n%s\nwant:\n%s", got, english)
	}
}

// A busy frame allocates nothing in any language.
func TestNoAllocationInChinese(t *testing.T) {
	speak(t, lang.Chinese)
	if n := testing.AllocsPerRun(200, busy(t)); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
