//go:build !linux && !windows && !darwin

package sound

import "errors"

func play(*Clip) error { return errors.ErrUnsupported }

func reach() (string, error) { return "", errors.ErrUnsupported }
