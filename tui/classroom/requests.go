package classroom

import "lambdascope/tui/overlay"

// What the panels ask of the app, each by an overlay.Request of the kind overlay.Other.
type (
	// Do asks for something about the room.
	Do struct {
		Act    Act
		Code   string // of the room to join
		Name   string // to join with; empty for none
		Number int    // of the seat that it is about
	}
	// AskClass asks for a vote on one of the questions.
	AskClass struct{ Index int }
	// Guess votes.
	Guess struct{ Number float64 }
	// ShowVotes asks for how all have voted.
	ShowVotes struct{}
)

// Act is what is done about a room.
type Act int

// What can be done about a room.
const (
	Open Act = iota
	Join
	Leave
	AskToPresent
	Close
	Hand
	PutOut
	LetIn
	TakeBack
	HandBack
)

// ask returns the request of a panel.
func ask(what any) overlay.Request { return overlay.Request{Kind: overlay.Other, Other: what} }
