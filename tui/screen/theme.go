package screen

// Theme is a choice of colours.
type Theme int

// The themes. Auto follows the terminal's background.
const (
	ThemeAuto Theme = iota
	ThemeDark
	ThemeLight
	ThemeMono
)

// ThemeNames are the texts of the themes, in order.
func ThemeNames() []string { return []string{"auto", "dark", "light", "mono"} }
