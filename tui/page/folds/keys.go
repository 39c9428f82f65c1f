package folds

import (
	"charm.land/bubbles/v2/key"

	"lambdascope/tui/page"
)

// keys are the keys of the act and of the replay, and of the map where they mean
// something there too.
type keys struct{ watch, open, play, first, last, faster, slower, back key.Binding }

func newKeys() keys {
	return keys{
		watch:  page.Bind("w", "watch leave-one-out, trajectory by trajectory; + and - change its speed, any other key ends it", "w"),
		open:   page.Bind("enter", "on trajectory: open its replay", "enter"),
		play:   page.Bind("space", "play the trajectory, or pause", "space"),
		first:  page.Bind("home", "first step; on the map the first row", "home"),
		last:   page.Bind("end", "last step; on the map the last row", "end"),
		faster: page.Bind("+", "play faster", "+"),
		slower: page.Bind("-", "play slower", "-", "_"),
		back:   page.Bind("esc", "from the replay back to the map", "esc"),
	}
}

func (k keys) all() []key.Binding {
	return []key.Binding{k.watch, k.open, k.play, k.first, k.last, k.faster, k.slower, k.back}
}
