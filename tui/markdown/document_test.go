package markdown

import "testing"

func TestTextOf(t *testing.T) {
	for source, want := range map[string]string{
		"a\nb  \nc":                          "a b c",
		"*a **b*** `c &amp;`":                "a b c &amp;",
		"[x *y*](a.md)![z](p.png)<http://b>": "x yzhttp://b",
		`&lt;\&lt;&#955;\*`:                  "<&lt;λ*",
		"a <!-- b -->c <b>":                  "a c <b>",
		"<!-- a\nb -->":                      "",
		"<p>\na\n</p>":                       "<p>\na\n</p>",
		"<script>\na</script>\n":             "<script>\na</script>\n",
		"```sh a\nb\n\n c\n```":              "b\n\n c\n",
		"[x]\n\n[x]: a.md":                   "x",
		"|a|\n|-|\n|`x\\|y`|":                "ax|y",
		"":                                   "",
	} {
		if d := parse(t, source); d.TextOf(d.Tree) != want {
			t.Errorf("%q: %q, want %q", source, d.TextOf(d.Tree), want)
		}
	}
}

func TestTitle(t *testing.T) {
	for text, want := range map[string]string{"a\n\n# The `b` *c*\n\n# d": "The b c", "a": "", "": ""} {
		if got := parse(t, text).Title(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
