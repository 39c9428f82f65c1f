package recorded

import (
	"fmt"
	"slices"
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
	take    func(t *estimator.Trajectory) error // an error ends the reading
	count   int                                 // episodes passed on
	groups  Groups
	number  map[string]int // by name
	begun   bool           // some episode was read
	ratios  bool           // the episodes have ratios
	grouped bool           // the episodes have groups
	ids     []string
	format  string
	zipped  bool
	hold    int64 // limit in bytes for rows out of order; 0 for none
	repair  Repair
	found   seamCounter // of the episodes in the file, for DropFirst
	seams   seamCounter // of the episodes passed on
	joined  *episode    // for Join, a copy of the last episode; nil for none
	apart   int         // episodes with rows of others between their own
	late    int         // rows before a row of an earlier step
	named   bool        // some id differs from the number of its episode
}

// names returns Data.IDs.
func (c *collection) names() []string {
	if !c.named {
		return nil
	}
	return c.ids
}

// add repairs an episode after a successful check and passes it on. at adds the place to an error.
func (c *collection) add(e *episode, at func(error) error) error {
	if c.begun && e.weighted != c.ratios {
		return at(&fault{fieldRatios, notForAll(e.weighted) + ": want ratios for each episode, or for none"})
	}
	if c.begun && e.grouped != c.grouped {
		return at(&fault{fieldGroup, notForAll(e.grouped) + ": want a group for each episode, or for none"})
	}
	c.begun, c.ratios, c.grouped = true, e.weighted, e.grouped
	if e.grouped {
		if f := checkGroup(e.group); f != nil {
			return at(f.in(fieldGroup))
		}
	}
	first, end := 0, len(e.rewards)
	switch c.repair {
	case Keep:
		return c.pass(e, at)
	case DropLast:
		if !e.ended() {
			end--
		}
	case DropFirst:
		unseen := c.found.finals == 0 && c.found.Episodes > 0 && c.found.previous == nil && e.rewards[0] == 0
		if c.found.add(e) || unseen {
			first++
		}
	case Join:
		if c.joined != nil && c.joined.joins(e) {
			c.joined.join(e)
			return nil
		}
		if err := c.flush(); err != nil {
			return err
		}
		own := *e
		own.observations, own.rewards, own.ratios = slices.Clone(e.observations), slices.Clone(e.rewards), slices.Clone(e.ratios)
		c.joined = &own
		return nil
	}
	if first == end {
		return nil
	}
	e.cutTo(first, end)
	return c.pass(e, at)
}

// flush passes on the last episode for Join. Its pieces have passed the checks, so that an error has
// no place.
func (c *collection) flush() error {
	e := c.joined
	if c.joined = nil; e == nil {
		return nil
	}
	return c.pass(e, func(err error) error { return err })
}

// pass passes on an episode.
func (c *collection) pass(e *episode, at func(error) error) error {
	t, err := e.trajectory()
	if err != nil {
		return at(err)
	}
	c.seams.add(e)
	if e.grouped {
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
