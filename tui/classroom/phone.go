package classroom

import (
	"lambdascope/sim/settings"
	"lambdascope/tui/room"
)

// Phone is a room as the page of a phone shows it.
type Phone struct {
	Says string `json:"says"` // how it stands, in words
	Vote int    `json:"vote"` // the number of the vote that is open, or the last; 0 for none
	Text string `json:"text"` // of its question
	Open bool   `json:"open"`

	// What can be voted for: one of the answers, one of the numbers, or, where there are
	// neither, a whole number.
	Answers []string  `json:"answers,omitempty"`
	Lambdas []float64 `json:"lambdas,omitempty"`
	Most    int       `json:"most,omitempty"`
	Own     *float64  `json:"own"` // this phone's vote; nil for none

	Result []PhoneBar `json:"result,omitempty"`
}

// PhoneBar is how many voted for something.
type PhoneBar struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Note  string `json:"note"`
}

// OnPhone returns what a phone shows of a room.
func OnPhone(l room.Look) Phone {
	v := l.Vote
	if v == nil {
		return Phone{Says: "When the presenter asks the class, the question appears here."}
	}
	p := Phone{Vote: v.ID, Text: v.Text, Open: v.Open}
	if v.Own.Set {
		p.Own = &v.Own.Value
	}
	switch {
	case !v.Open:
		p.Says = VoteText(v)
		if v.Own.Set {
			p.Says += " Your vote: " + v.Written(v.Own.Value) + "."
		}
		for _, b := range resultBars(v) {
			name := b.name
			if v.Kind == room.OfChoice {
				name = v.Written(float64(b.answer))
			}
			p.Result = append(p.Result, PhoneBar{name, b.count, b.notes()[0]})
		}
		return p
	case l.Leads:
		p.Says = "You present: the class votes."
	case v.Final:
		p.Says = "Your vote can't change any more."
	case v.Own.Set:
		p.Says = "Your vote: " + v.Written(v.Own.Value) + ". It can be changed until the vote ends."
	default:
		p.Says = "You have not voted. Nobody sees whose vote is whose."
	}
	p.Says += " So far " + countText(v) + "."
	switch {
	case l.Leads || v.Final:
	case v.Kind == room.OfChoice:
		for i := range v.Answers {
			p.Answers = append(p.Answers, v.Written(float64(i)))
		}
	case v.Kind == room.OfLambda:
		p.Lambdas, _ = settings.ParseLambdas(l.View.State.Settings.Lambdas) // which settings have checked
	default:
		p.Most = settings.MaxTrajectories
	}
	return p
}
