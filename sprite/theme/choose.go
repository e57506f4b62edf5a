package theme

import (
	"os"
	"path/filepath"
	"slices"

	"dango/sprite"
)

// CodexPets is the folder of Codex's pets with this environment: CODEX_HOME, else .codex in the home folder. It need not
// exist, and is empty when there is no home.
func CodexPets(getenv func(string) string) string {
	if dir := getenv("CODEX_HOME"); dir != "" {
		return filepath.Join(dir, "pets")
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".codex", "pets")
	}
	return ""
}

// Open gives the store whose own folder is dir, with Codex's pets beside.
func Open(dir string) Store {
	s := Store{Dir: dir}
	if codex := CodexPets(os.Getenv); codex != "" {
		s.Roots = []string{codex}
	}
	return s
}

// Auto is the id that stands for the first pet that there is: Codex's, then our own, by name, then the built-in one.
const Auto = "auto"

// idVariables name a pet for one tool, before the preferences do.
var idVariables = map[string]string{"claude-code": "CLAUDE_PET_ID", "codex": "CODEX_PET_ID"}

// Choice is the pet of a tool: the one of the environment when there is such a pet, else preferred, which the preferences
// say.
func (s Store) Choice(getenv func(string) string, tool, preferred string) string {
	if name := idVariables[tool]; name != "" {
		if id := getenv(name); ValidID(id) {
			if _, err := s.Find(id); err == nil {
				return id
			}
		}
	}
	return preferred
}

// firstPet is the folder of the first pet that can be shown; "" is the built-in one.
func (s Store) firstPet() string {
	for _, root := range s.all() {
		entries, _ := os.ReadDir(root) // sorted by name; no folder, no pets
		i := slices.IndexFunc(entries, func(e os.DirEntry) bool {
			dir := filepath.Join(root, e.Name())
			if !ValidID(e.Name()) || !looksLikePet(dir) {
				return false
			}
			_, err := sprite.LoadDir(dir)
			return err == nil
		})
		if i >= 0 {
			return filepath.Join(root, entries[i].Name())
		}
	}
	return ""
}
