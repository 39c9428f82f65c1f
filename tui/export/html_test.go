package export_test

import (
	"strings"
	"testing"

	"lambdascope/tui/export"
	"lambdascope/tui/page"
)

// TestHTML has a summary with a table whose heading has two lines and whose cells have
// spaces, marks and markup in them.
func TestHTML(t *testing.T) {
	s := &export.Summary{Command: "http://x/?a&b", Export: page.Export{Summary: func(int, func(string) string) []string {
		return []string{
			"<b>λ̂</b> is 0.9.", "",
			"       LOTO  from                   root",
			"  λ   error    λ̂                    MSVE",
			"  0    14.7     8  not ruled out     103",
			"0.9    13.9     0  λ̂                 102",
			"", "The end.",
		}
	}}}
	got := strings.ReplaceAll(s.HTML("Explore"), "\n", "")
	want := "<h1>Explore</h1><p>&lt;b&gt;λ̂&lt;/b&gt; is 0.9.</p>" +
		"<table><tr><th>λ</th><th>LOTO error</th><th>from λ̂</th><td></td><th>root MSVE</th></tr>" +
		"<tr><td>0</td><td>14.7</td><td>8</td><td>not ruled out</td><td>103</td></tr>" +
		"<tr><td>0.9</td><td>13.9</td><td>0</td><td>λ̂</td><td>102</td></tr></table>" +
		"<p>The end.</p><h2>The link that opens this view:</h2><p>http://x/?a&amp;b</p>"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
