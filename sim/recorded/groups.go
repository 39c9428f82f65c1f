package recorded

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fieldGroup is the name of groups in all formats.
const fieldGroup = "group"

// Groups assign episodes to groups, such as one robot or one day. The zero value means no groups.
type Groups struct {
	Of    []int    // by episode, an index of Names
	Names []string // in the order of their first episodes, as spelled there

	number map[string]int // by key of a name
}

// add adds an episode.
func (g *Groups) add(name string) {
	i, ok := g.number[key(name)]
	if !ok {
		if g.number == nil {
			g.number = make(map[string]int)
		}
		i = len(g.Names)
		g.number[key(name)] = i
		g.Names = append(g.Names, name)
	}
	g.Of = append(g.Of, i)
}

// checkGroup returns the fault of the name of a group, which must be printable because screens
// show it unchanged.
func checkGroup(name string) *fault {
	const most = 200 // bytes
	switch {
	case name == "":
		return &fault{text: "empty: want a name or a number"}
	case len(name) > most:
		return &fault{text: fmt.Sprintf("%d bytes: want a name of at most %d", len(name), most)}
	case !utf8.ValidString(name), strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return &fault{text: fmt.Sprintf("%q: want a name of characters that can be printed", name)}
	}
	return nil
}
