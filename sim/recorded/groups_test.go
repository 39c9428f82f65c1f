package recorded

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// labelled returns good with a group.
func labelled(group string) string { return strings.Replace(good, "{", `{"group":`+group+`,`, 1) }

// textArray returns an array of strings in NumPy's encoding.
func textArray(name, shape string, size int, values ...string) array {
	a := array{name: name, kind: "<U" + string(rune('0'+size)), shape: shape}
	for _, v := range values {
		characters := make([]byte, 4*size)
		for i, r := range []rune(v) {
			binary.LittleEndian.PutUint32(characters[4*i:], uint32(r))
		}
		a.data = append(a.data, characters...)
	}
	return a
}

// groupedEpisodes returns the arrays of an episode for each group.
func groupedEpisodes(groups ...array) (out []array) {
	for i, g := range groups {
		prefix := prefixEpisode + string(rune('0'+i)) + "/"
		g.name = prefix + fieldGroup
		out = append(out, floats(prefix+"observations", "(2, 1)", 1, 2), floats(prefix+"rewards", "(1,)", 1),
			marks(prefix+"terminations", 1), marks(prefix+"truncations", 0), g)
	}
	return out
}

func csvOfGroups(groups ...string) []byte {
	text := "group,episode_id,t,reward,terminated,truncated,obs_0\n"
	for i, g := range groups {
		text += strings.ReplaceAll("G,E,0,1,false,true,2\nG,E,1,,false,false,3\n", "G", g)
		text = strings.ReplaceAll(text, "E", string(rune('a'+i)))
	}
	return []byte(text)
}

func TestReadGroups(t *testing.T) {
	for name, c := range map[string]struct {
		raw   []byte
		of    []int
		names []string
	}{
		"none":             {[]byte(good + good), nil, nil},
		"texts":            {[]byte(labelled(`"north"`) + labelled(`"south \u00e9"`) + labelled(`"north"`)), []int{0, 1, 0}, []string{"north", "south é"}},
		"long numbers":     {[]byte(labelled("12345678901234567890") + labelled("12345678901234567891")), []int{0, 1}, []string{"12345678901234567890", "12345678901234567891"}},
		"CSV":              {csvOfGroups("b", `"a, b"`, "b", "12e4"), []int{0, 1, 0, 2}, []string{"b", "a, b", "12e4"}},
		"flat texts":       {npzOf(t, flat(textArray("group", "(2,)", 3, "aé", "b"))...), []int{0, 1}, []string{"aé", "b"}},
		"flat bytes":       {npzOf(t, flat(array{name: "group", kind: "|S3", shape: "(2,)", data: []byte("a\x00\x00abc")})...), []int{0, 1}, []string{"a", "abc"}},
		"episodes' own":    {npzOf(t, groupedEpisodes(floats("", "()", 2), floats("", "(1,)", 2), textArray("", "()", 2, "2b"))...), []int{0, 0, 1}, []string{"2", "2b"}},
		"as NumPy writes":  {readTestdata(t, "groups.npz"), []int{0, 0, 1}, []string{"robot 1", "robot 2"}},
		"as NumPy writes²": {readTestdata(t, "groups-flat.npz"), []int{0, 1, 0}, []string{"4", "2"}},
	} {
		data, err := read(bytes.NewReader(c.raw), "x")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if g := data.Groups; !slices.Equal(g.Of, c.of) || !slices.Equal(g.Names, c.names) {
			t.Errorf("%s: %v of %q, want %v of %q", name, g.Of, g.Names, c.of, c.names)
		}
	}
}

func TestReadGroupsErrors(t *testing.T) {
	for _, c := range []struct {
		raw  []byte
		want string
	}{
		{[]byte(good + labelled("1")), "line 2: group: given, though the episodes before have none: want a group for each episode, or for none"},
		{[]byte(labelled("null") + good), "line 1: group: null: want a string or a number"},
		{[]byte(labelled(`"\u001b[2J"`) + good), `line 1: group: "\x1b[2J": want a name of characters that can be printed`},
		{[]byte(strings.Replace(labelled("1"), "group", "group_id", 1) + good), "line 1: group_id: an unknown field: want group for the groups of episodes"},
		{bytes.Replace(csvOfGroups("a", "b"), []byte("a,a,1"), []byte("c,a,1"), 1), `line 3: group: "c": want "a", as on the rows of the episode before`},
		{npzOf(t, flat(marks("terminals", 0, 1), floats("group", "(2,)", 3, 4))...), `group[1]: "4", but "3" at the start of the episode: want the same in a whole episode`},
		{npzOf(t, flat(floats("group", "(2,)", 3))...), "group: cut off: want the whole array"},
		{npzOf(t, groupedEpisodes(floats("", "(2,)", 1, 2), floats("", "()", 1))...), "episode_0/group: shape (2,): want a name or a number"},
	} {
		wantFault(t, c.raw, c.want)
	}
}
