package main

import (
	"slices"
	"time"

	"lambdascope/tui/screen"
)

// picture is a picture of the app or, with a figure, of a study.
type picture struct {
	name string   // of the file
	args []string // of the app, or of the command study

	// Of the app.
	window window
	steps  []step // of an animation
	shows  string // a text on the last screen

	// Of a study.
	figure string // its name in the folder of the study
}

// window is a terminal's window.
type window struct {
	width, height int
	theme         screen.Theme
}

// step is a key, and the time of the screen after it.
type step struct {
	key    string // "" for no key
	stays  time.Duration
	glides bool // includes the frames of the moving marks; only for keys that compute nothing
}

// list returns all pictures in the order of the README and the guide.
func list() []picture {
	wide := window{112, 36, screen.ThemeDark}
	small := window{80, 24, screen.ThemeLight}
	return []picture{
		{
			name: "dial.gif", window: wide, steps: firstMinute(), shows: "30 data sets",
			args: []string{"--page", "dial", "--hide=false", "--cursor", "0.6"},
		},
		{
			name: "explore.gif", window: wide, steps: growing(), shows: "30 trajectories",
			args: []string{"--states", "5", "--features", "dependent", "-n", "2", "--seed", "1615"},
		},
		{
			name: "explore-mountain-car.png", window: wide, shows: "velocity",
			args: []string{"--domain", "mountain-car"},
		},
		{
			name: "folds.png", window: wide, shows: "says of each",
			args: []string{"--domain", "2048", "--page", "folds"},
		},
		{
			name: "replay.png", window: wide, shows: "step 60 of",
			args: []string{"--domain", "2048", "--page", "folds", "--trajectory", "5", "--step", "60"},
		},
		{
			name: "trials.png", window: wide, shows: "80 trials",
			args: []string{"--domain", "2048", "-n", "5", "--page", "trials"},
		},
		{
			name: "sweep.png", window: wide, shows: "s.e. above",
			args: []string{"--domain", "2048", "--page", "figures:trajectories"},
		},
		{
			name: "explore-80x24.png", window: small, shows: "LOTO error by λ",
		},
		{
			name: "study-random-walk-b.png", figure: "random-walk-b.png",
			args: []string{"--domain", "random-walk", "--figures", "b"},
		},
		{
			name: "study-2048-a.png", figure: "2048-a.png",
			args: []string{"--domain", "2048", "--figures", "a"},
		},
	}
}

// firstMinute shows the truth and hides it, turns λ from 0 to 1, shows the truth again, returns to the best λ,
// and takes more data, so that the best λ moves. The first screen is the one without motion.
func firstMinute() []step {
	const (
		quick = 400 * time.Millisecond
		slow  = 1500 * time.Millisecond
		rest  = 2 * time.Second
	)
	return slices.Concat(
		[]step{{"", rest, false}, {"z", quick, false}, {"<", slow, true}},
		slices.Repeat([]step{{"right", quick, true}}, 9), []step{{"right", slow, true}, {"z", rest, true}},
		slices.Repeat([]step{{"left", quick, true}}, 3), []step{{"left", slow, true}},
		[]step{{"down", slow, false}}, slices.Repeat([]step{{"right", slow, false}}, 3), []step{{"", rest, false}},
	)
}

// growing raises n, so that λ's are struck out.
func growing() []step {
	const slow = time.Second
	const rest = 2 * time.Second
	return slices.Concat([]step{{"", rest, false}}, slices.Repeat([]step{{"right", slow, false}}, 6), []step{{"right", 2 * rest, false}})
}
