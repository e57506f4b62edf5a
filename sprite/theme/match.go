package theme

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"dango/sprite"
)

// plain is a name without what people write differently: case, hyphens, underscores and spaces.
func plain(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// match finds the file of each state among names, by name. Of several that fit the alphabetically first one is taken;
// notes tell of the others, and of GIFs that fit no state.
func match(names []string) (files map[sprite.State]string, missing []sprite.State, notes []string) {
	files = map[sprite.State]string{}
	names = slices.Sorted(slices.Values(names))
	for _, name := range names {
		ext := path.Ext(name)
		if !strings.EqualFold(ext, ".gif") {
			continue
		}
		base := plain(strings.TrimSuffix(path.Base(name), ext))
		i := slices.IndexFunc(sprite.GIFStates, func(st sprite.State) bool { return plain(string(st)) == base })
		switch {
		case i < 0:
			notes = append(notes, fmt.Sprintf("%s: fits no state and is left out", name))
		case files[sprite.GIFStates[i]] != "":
			st := sprite.GIFStates[i]
			notes = append(notes, fmt.Sprintf("%s: is left out, %s is taken for %s", name, files[st], st))
		default:
			files[sprite.GIFStates[i]] = name
		}
	}
	for _, st := range sprite.GIFStates {
		if files[st] == "" {
			missing = append(missing, st)
		}
	}
	return files, missing, notes
}
