package lang

import (
	"os"
	"strings"

	"golang.org/x/text/language"
)

var matcher = language.NewMatcher([]language.Tag{language.English, language.SimplifiedChinese})

// OfSystem is the spoken language that suits the desktop's best: by LC_ALL, LC_MESSAGES and LANG, the first that is set
// counts; where none is, by what the system says itself. All kinds of Chinese are one here; anything else is English.
func OfSystem() Language {
	return match(Locales()...)
}

// Locales are the user's, as the system writes them ("zh_CN.UTF-8"), the preferred first.
func Locales() []string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return []string{v}
		}
	}
	return preferred()
}

// match finds the spoken language for locales such as "zh_CN.UTF-8", the preferred first.
func match(locales ...string) Language {
	var tags []language.Tag
	for _, l := range locales {
		l, _, _ = strings.Cut(l, ".") // the encoding
		l, _, _ = strings.Cut(l, "@") // a variant
		if tag, err := language.Parse(l); err == nil {
			tags = append(tags, tag)
		}
	}
	_, i, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return English
	}
	return spoken[i]
}
