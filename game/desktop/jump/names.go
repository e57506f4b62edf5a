package jump

import (
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names are what the title of the session's window may have: the session's title, the name of its folder, the names of
// the folders around that, nearest first. The user's own folder and what is around it are in any title.
func (p Place) names() (all []string) {
	if p.Title != "" {
		all = append(all, p.Title)
	}
	home, _ := os.UserHomeDir()
	for dir := filepath.Clean(p.Cwd); filepath.IsAbs(dir) && dir != home && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		all = append(all, filepath.Base(dir))
	}
	return all
}

// among is the index of the only one of titles that has one of the place's names, the nearest first; -1 when there is none.
func (p Place) among(titles []string) int {
	for _, name := range p.names() {
		i, others := only(titles, name)
		if i >= 0 || others { // what is around it tells them apart even less
			return i
		}
	}
	return -1
}

// only is the index of the only one of titles that has name as a word or words of its own, or -1; others says that
// several have it.
func only(titles []string, name string) (index int, others bool) {
	index = -1
	for i, title := range titles {
		if !hasWord(title, name) {
			continue
		}
		if index >= 0 {
			return -1, true
		}
		index = i
	}
	return index, false
}

// hasWord says that text has word, not as a part of a longer one. my-app is none of my-app-2.
func hasWord(text, word string) bool {
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		before, after := text[:at+i], text[at+i+len(word):]
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if !inWord(last) && !inWord(next) {
			return true
		}
		at += i + 1
	}
	return false
}

func inWord(r rune) bool {
	return r == '-' || r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
