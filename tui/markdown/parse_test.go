package markdown

import (
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	text := func(s string) []Span { return []Span{{Text: s}} }
	a, b := &Link{"a.md"}, &Link{"b"}
	for _, c := range []struct {
		name, text string
		want       []Block
	}{
		{"heading", "## A `b`", []Block{Heading{2, []Span{{Text: "A "}, {Text: "b", Code: true}}}}},
		{"paragraphs", "a\nb\n\nc", []Block{Paragraph{[]Span{{Text: "a "}, {Text: "b"}}}, Paragraph{text("c")}}},
		{"hard break", "a\\\nb", []Block{Paragraph{[]Span{{Text: "a"}, {Break: true}, {Text: "b"}}}}},
		{"emphasis", "*a **b***", []Block{Paragraph{[]Span{{Text: "a ", Emphasis: true}, {Text: "b", Emphasis: true, Strong: true}}}}},
		{"links", "[x](a.md)[y](b)", []Block{Paragraph{[]Span{{Text: "x", Link: a}, {Text: "y", Link: b}}}}},
		{"reference", "[x]\n\n[x]: a.md", []Block{Paragraph{[]Span{{Text: "x", Link: a}}}}},
		{"image in a link", "[![x](p.png)](b)", []Block{Paragraph{[]Span{{Text: "x", Image: "p.png", Link: b}}}}},
		{"code", "```sh a=b\nx\n\n y\n```", []Block{Code{"sh a=b", []string{"x", "", " y"}}}},
		{"line ends", "```\r\nx\r\n```\r\n", []Block{Code{"", []string{"x"}}}},
		{"indented code", "    x\n    y", []Block{Code{"", []string{"x", "y"}}}},
		{"list", "3. a\n4. b", []Block{List{true, 3, true, [][]Block{{Paragraph{text("a")}}, {Paragraph{text("b")}}}}}},
		{"nested", "- a\n\n  - b", []Block{List{false, 0, false, [][]Block{{Paragraph{text("a")}, List{false, 0, true, [][]Block{{Paragraph{text("b")}}}}}}}}},
		{"quote", "> a", []Block{Quote{[]Block{Paragraph{text("a")}}}}},
		{"rule", "---", []Block{Rule{}}},
		{"table", "|a|b|c|\n|-|-:|:-:|\n|`x\\|y`|\n|1|2|3|4|", []Block{Table{
			Head: []Cell{text("a"), text("b"), text("c")},
			Rows: [][]Cell{
				{{{Text: "x", Code: true}, {Text: "|y", Code: true}}, nil, nil},
				{text("1"), text("2"), text("3")},
			},
			Align: []Align{AlignLeft, AlignRight, AlignCenter},
		}}},
		{"comment", "a <!-- b -->\n\n<!--\nc\n-->", []Block{Paragraph{text("a ")}}},
		{"HTML", "<p>\nx\n</p>", []Block{Code{"", []string{"<p>", "x", "</p>"}}}},
		{"HTML in text", "a <b>c", []Block{Paragraph{[]Span{{Text: "a "}, {Text: "<b>"}, {Text: "c"}}}}},
		{"entities", `&lt;\&lt;&#955;\*`, []Block{Paragraph{text("<&lt;λ*")}}},
		{"nothing", "\n\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := parse(t, c.text).Blocks; !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %#v\nwant %#v", got, c.want)
			}
		})
	}
}

func TestTitle(t *testing.T) {
	for text, want := range map[string]string{"a\n\n# The `b` *c*\n\n# d": "The b c", "a": "", "": ""} {
		if got := parse(t, text).Title(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
