package room

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/shell"
)

// Guest is what is known of a person who comes.
type Guest struct {
	// ID is by what the person is known who was dropped and comes back; empty for
	// nothing. It opens no more than the seat that the person had: roles go with the
	// secret.
	ID string
	// From is what counts as one visitor, such as a key or an address.
	From string
	// Name is what the person wants to be called, empty for nothing. Only who owns the
	// room sees it.
	Name string
}

// The bounds of a name.
const (
	MaxName   = 24          // cells
	maxRunes  = 2 * MaxName // characters, as some take no cell
	mostMarks = 2           // on one letter
)

// CleanName returns a name without what steers a terminal, is invisible or changes the
// direction of the text around it, cut to MaxName cells.
func CleanName(name string) string {
	var b strings.Builder
	runes, marks := 0, mostMarks // at the start, as after a space, a mark has no letter
	for _, r := range name {
		switch {
		case r == utf8.RuneError || !shell.Printable(r):
			continue
		case unicode.IsSpace(r):
			marks = mostMarks
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == mostMarks:
			continue
		default:
			marks++
		}
		if runes++; runes > maxRunes {
			break
		}
		b.WriteRune(r)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	return strings.TrimSpace(ansi.Truncate(words, MaxName, ""))
}
