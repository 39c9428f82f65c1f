package markdown

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

var long = flag.Bool("long", false, "draw texts of 1 MB")

// TestHostile draws texts that goldmark is slow to parse. Without the limits, some
// of them take minutes. With them the time grows as the size does: each text
// repeats what is just within.
func TestHostile(t *testing.T) {
	size := 16 << 10
	if *long {
		size = maxBytes
	}
	// chunks returns a text of pieces with empty lines between them, each so long
	// that it is within the limits by a little.
	chunks := func(piece string) string {
		least := maxParagraph - 100
		found := 0
		for _, sign := range signs {
			found += strings.Count(piece, string(sign))
		}
		if found > 0 {
			least = min(least, len(piece)*(maxSigns/found))
		}
		chunk := strings.Repeat(piece, least/len(piece)) + "\n\n"
		return strings.Repeat(chunk, size/len(chunk))
	}
	texts := map[string]string{}
	for _, piece := range []string{
		"[", "![", "[a](", "[a][", "[a](b) ", "*", "*a ", "**a *b* ", "*a_ ", "_a", "`", "a` ", "&amp;", "&", "\\", "<", "<a ", "<!--", "<?", "<![CDATA[",
		"a", "a\n", "a  \n", "a\r\n", "- a\n", "1. a\n", "> a\n", "# a\n", "a\n=\n", "---\n", "|a|b|\n", "|a|\n|-|\n", "a|b\n-|-\nc|d\n", "[a]: b\n", "```\n", "~~~\na\n",
		"    a\n", "λ̂", "漢", "\x00", "\u202e", "- - - a\n",
	} {
		texts[piece] = chunks(piece)
	}
	texts["an ordinary text"] = strings.Repeat(sample(t)+"\n\n", size/len(sample(t))+1)
	nested := ""
	for i := range maxIndent / 2 {
		nested += strings.Repeat(" ", 2*i) + "- a\n"
	}
	texts["nested lists"] = strings.Repeat(nested+"\n", size/len(nested))
	texts["nested quotes"] = strings.Repeat(strings.Repeat(">", maxMarkers)+" a\n\n", size/32)
	texts["quotes, then lines"] = strings.Repeat(strings.Repeat(">", maxMarkers)+" a\n"+strings.Repeat("a\n", 1000)+"\n", size/2100)
	texts["one list"] = strings.Repeat("* a\n\n", size/5)
	texts["one quote"] = strings.Repeat("> a\n>\n", size/6)
	var references strings.Builder
	for i := 0; references.Len() < size; i++ {
		fmt.Fprintf(&references, "[a%d]: b\n\n", i)
	}
	texts["references"] = references.String()
	texts["uses of a reference"] = "[a]: b\n\n" + chunks("[a] ")
	row, rule := strings.Repeat("|a", maxCells)+"|\n", strings.Repeat("|-", maxCells)+"|\n"
	texts["a wide table"] = strings.Repeat(row+rule+strings.Repeat(row, 100)+"\n", size/5000)
	texts["a wide table, short rows"] = strings.Repeat(row+rule+strings.Repeat("|a\n", 2500)+"\n", size/7700)
	for name, text := range texts {
		t.Run(strings.ToValidUTF8(fmt.Sprintf("%.20q", name), "?"), func(t *testing.T) {
			d := testutil.Get(Parse([]byte(text)[:min(len(text), size)]))(t)
			checkLines(t, d.Lines(60, Style{}), 60)
		})
	}
}

// TestLimits has texts that are refused.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("a\n\n", maxBytes/3+1), "1048578 bytes: want at most 1048576"},
		{"a\n\n" + strings.Repeat("a\n", maxParagraph/2+1), "line 4099: more than 8192 bytes without an empty line"},
		{strings.Repeat("*a ", maxSigns+1), "line 1: more than 512 of the characters [*_< without an empty line"},
		{strings.Repeat(" ", maxIndent+1) + "a", "line 1: indented by 65 columns: want at most 64"},
		{strings.Repeat("> ", maxMarkers+1) + "a", "line 1: 17 nested lists and quotes: want at most 16"},
		{strings.Repeat(">", maxMarkers+1), "line 1: 17 nested lists and quotes: want at most 16"},
		{strings.Repeat("- + ", maxMarkers), "line 1: 32 nested lists and quotes: want at most 16"},
		{"\n" + strings.Repeat("|a", maxCells+1) + "|", "line 2: a row of more than 24 cells"},
	} {
		if _, err := Parse([]byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%.20q…: %v, want %q", c.text, err, c.want)
		}
	}
	for _, text := range []string{
		strings.Repeat("- ", 100), strings.Repeat("-", 100), strings.Repeat("*", 100), strings.Repeat("=", 100),
		strings.Repeat(" ", 100) + "\n\ta", strings.Repeat("> a\n>\n", maxParagraph),
		strings.Repeat("|a", maxCells) + "|", strings.Repeat("a\n\n", maxParagraph),
	} {
		if _, err := Parse([]byte(text)); err != nil {
			t.Errorf("%.20q…: %v", text, err)
		}
	}
}
