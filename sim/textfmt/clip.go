package textfmt

// Clip shortens what a person typed, for an error of one line.
func Clip(text string) string {
	const limit = 60
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
