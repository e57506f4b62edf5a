package lang

import "golang.org/x/sys/windows"

// preferred are the languages of the user's desktop.
func preferred() []string {
	names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil {
		return nil
	}
	return names
}
