package drive

import (
	"fmt"
	"regexp"
	"strings"

	"lambdascope/tui/chart"
)

// Unnamed returns the marks of charts without a legend.
func Unnamed(shown string, glyphs chart.Glyphs) string {
	if glyphs == chart.Plain {
		// Heat maps and strips of bars are drawn in the same signs; they have a key and a
		// their own name.
		if regexp.MustCompile(`8+%+=+-+|\.+:+-+=+`).MatchString(shown) {
			return ""
		}
		shown = regexp.MustCompile(`\*{2,}|#{2,}`).ReplaceAllString(shown, "") // parts of bars
		if strings.Contains(shown, "@ lambda^") {                              // bars, of which one may be a single sign
			shown = strings.ReplaceAll(shown, "#", "")
		}
		shown = regexp.MustCompile(`(?m)^ *(again|differ|lambda\^) .*$`).ReplaceAllString(shown, "")
	}
	var out strings.Builder
	for _, m := range marks(glyphs) {
		if !strings.ContainsRune(shown, m) {
			continue
		}
		if !named(m, glyphs).MatchString(shown) && !rowsAreNamed(shown, m) {
			out.WriteRune(m)
		}
	}
	return out.String()
}

// marks are the marks of points and the signs of bands; in ASCII, the ones that texts lack.
func marks(glyphs chart.Glyphs) string {
	if glyphs == chart.Plain {
		return "*#"
	}
	return "●○▼■◆◇×▲△▽◉░▒┊∙"
}

// named finds a sample of a mark with its name behind it, or before it that of λ̂ or of
// a row.
func named(mark rune, glyphs chart.Glyphs) *regexp.Regexp {
	m := regexp.QuoteMeta(string(mark))
	if glyphs == chart.Plain {
		return regexp.MustCompile(fmt.Sprintf(`%s[-.]? [\w+]|(?:lambda\^|presenter) %s|trajectories[ *]*%s`, m, m, m))
	}
	return regexp.MustCompile(fmt.Sprintf(`%s[⠒⠂─·▒▓█]* [\pL\d±]|(?:λ̂|presenter) %s|trajectories[ ●]*%s`, m, m, m))
}

// rowsAreNamed reports whether a mark belongs to the chart with names of rows at its axis, or to
// a row of verdicts under the λ axis.
func rowsAreNamed(shown string, mark rune) bool {
	m := regexp.QuoteMeta(string(mark))
	if regexp.MustCompile(`(?m)\bn \d+  *[×○★xo* ]*` + m).MatchString(shown) {
		return true
	}
	return regexp.MustCompile(fmt.Sprintf(`(ALLSTD|best|worst|random).*[┤+].*%s`, m)).MatchString(shown)
}
