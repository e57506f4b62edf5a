package main

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strconv"

	"dango/assets/internal/rig"
)

// icons draws the program's icon at each size to where an icon theme has it: 48x48/apps/dango.png.
func icons(theme string, sides []string) error {
	for _, text := range sides {
		side, err := strconv.Atoi(text)
		if err != nil || side < 1 || side > 1024 {
			return fmt.Errorf("%q is no size of an icon: 1 to 1024", text)
		}
		var b bytes.Buffer
		if err := png.Encode(&b, rig.Icon(side, rig.Rice)); err != nil {
			return fmt.Errorf("encode icon: %w", err)
		}
		dir := filepath.Join(theme, fmt.Sprintf("%[1]dx%[1]d", side), "apps")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "dango.png"), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
