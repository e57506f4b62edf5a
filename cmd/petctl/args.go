package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dango/prefs/lang"
)

// arity reads a usage line such as "decide REQUEST allow|deny [ANSWER...]": what must be given, and how many words may be
// given at most; -1 is any number. Flags that it shows are not counted.
func arity(use string) (need []string, most int) {
	words := strings.Fields(use)
	for i := 1; i < len(words); i++ {
		word := words[i]
		if !strings.HasPrefix(word, "[") {
			if word != "--" {
				need = append(need, word)
			}
			continue
		}
		group := []string{word}
		for !strings.HasSuffix(words[i], "]") {
			i++
			group = append(group, words[i])
		}
		switch {
		case strings.HasPrefix(word, "[-"):
		case strings.HasSuffix(words[i], "...]"):
			most = -1
		case most >= 0:
			most += len(group)
		}
	}
	if most >= 0 {
		most += len(need)
	}
	return need, most
}

// fits checks the arguments against the command's usage line and says what is missing, or too much.
func fits(c *cobra.Command, args []string) error {
	need, most := arity(c.Use)
	c.SuggestionsMinimumDistance = 2
	switch {
	case len(args) < len(need):
		return lang.Errorf("%s needs %s", below(c), strings.Join(need[len(args):], lang.T(" and ")))
	case c.HasAvailableSubCommands() && len(args) > 0:
		if near := c.SuggestionsFor(args[0]); len(near) > 0 {
			return lang.Errorf("unknown command %q for %q: did you mean %s?", args[0], c.CommandPath(), strings.Join(near, ", "))
		}
		return lang.Errorf("unknown command %q for %q", args[0], c.CommandPath())
	case most >= 0 && len(args) > most:
		return lang.Errorf("unexpected argument %q", args[most])
	}
	return nil
}

// checked has the arguments of c and all commands below it checked: by fits, unless a command checks them itself. What is
// found is an error of usage.
func checked(c *cobra.Command) {
	check := c.Args
	if check == nil {
		check = fits
	}
	c.Args = func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return wrong(c, err)
		}
		return nil
	}
	for _, below := range c.Commands() {
		checked(below)
	}
}

// below is a command's name without petctl's.
func below(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ") }

// flagError says what is wrong with an option.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		err = lang.Errorf("there is no option %s", dashes(unknown.GetSpecifiedName()))
	case errors.As(err, &bare):
		err = lang.Errorf("%s needs a value", dashes(bare.GetSpecifiedName()))
	case errors.As(err, &bad):
		err = lang.Errorf("%s is %q: %v", dashes(bad.GetFlag().Name), bad.GetValue(), bad.Unwrap())
	}
	return wrong(c, err)
}

// dashes is an option as it is typed.
func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func wrong(c *cobra.Command, err error) error {
	return usageError{lang.Errorf("%v; try %s --help", err, c.CommandPath())}
}
