package recorded

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lambdascope/estimator"
)

// fieldGroup is the name of groups in all formats.
const fieldGroup = "group"

// Groups assign episodes to groups, such as one robot or one day. The zero value means no groups.
type Groups struct {
	Of    []int    // by episode, an index of Names
	Names []string // in the order of their first episodes
}

// Append appends the groups of more episodes after n episodes. Groups of the same name are the
// same group. It returns false if only one of the two has groups.
func (g *Groups) Append(n int, more Groups) bool {
	if n > 0 && (g.Names == nil) != (more.Names == nil) {
		return false
	}
	number := make(map[string]int, len(g.Names))
	for i, name := range g.Names {
		number[name] = i
	}
	for _, i := range more.Of {
		g.add(number, more.Names[i])
	}
	return true
}

// add adds an episode; number has the index of each name.
func (g *Groups) add(number map[string]int, name string) {
	i, ok := number[name]
	if !ok {
		i = len(g.Names)
		number[name] = i
		g.Names = append(g.Names, name)
	}
	g.Of = append(g.Of, i)
}

// collection passes on the episodes of a file as they come.
type collection struct {
	take   func(t *estimator.Trajectory) error // an error ends the reading
	count  int                                 // episodes passed on
	groups Groups
	number map[string]int // by name
	ratios bool           // the episodes have ratios
	ids    []string
	format string
	zipped bool
	hold   int64 // limit in bytes for rows out of order; 0 for none
	apart  int   // episodes with rows of others between their own
	late   int   // rows before a row of an earlier step
	named  bool  // some id differs from the number of its episode
}

// names returns Data.IDs.
func (c *collection) names() []string {
	if !c.named {
		return nil
	}
	return c.ids
}

// add passes on an episode after a successful check. at adds the place to an error.
func (c *collection) add(e *episode, at func(error) error) error {
	t, err := e.trajectory()
	if err != nil {
		return at(err)
	}
	if c.count > 0 && e.weighted != c.ratios {
		return at(&fault{fieldRatios, notForAll(e.weighted) + ": want ratios for each episode, or for none"})
	}
	if c.count > 0 && e.grouped != (c.groups.Names != nil) {
		return at(&fault{fieldGroup, notForAll(e.grouped) + ": want a group for each episode, or for none"})
	}
	c.ratios = e.weighted
	if e.grouped {
		if f := checkGroup(e.group); f != nil {
			return at(f.in(fieldGroup))
		}
		if c.number == nil {
			c.number = make(map[string]int)
		}
		c.groups.add(c.number, e.group)
	}
	if e.id != "" {
		c.named = c.named || e.id != strconv.Itoa(c.count)
		c.ids = append(c.ids, e.id)
	}
	c.count++
	return c.take(t)
}

// notForAll describes a field that differs from earlier episodes.
func notForAll(given bool) string {
	if given {
		return "given, though the episodes before have none"
	}
	return "missing, though given in the episodes before"
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
