package class

import (
	"time"

	"lambdascope/sim/settings"
)

// Phone is the content of a phone's page.
type Phone struct {
	Says string `json:"says"` // state of the vote in words
	Vote int    `json:"vote"` // ID of the open or the last vote; or 0
	Text string `json:"text"` // of the question
	Open bool   `json:"open"`

	Answers []string  `json:"answers,omitempty"` // possible guesses of a choice
	Lambdas []float64 `json:"lambdas,omitempty"` // possible guesses of a λ
	Own     *float64  `json:"own"`               // nil for no vote yet

	Result []PhoneBar `json:"result,omitempty"`
}

// PhoneBar is a row of the result.
type PhoneBar struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Note  string `json:"note"`
}

// Ask answers a request of a phone with the content of the page, and puts a guess other than nil
// into the vote. The guest must be unique.
func (c *Class) Ask(who Guest, vote int, guess *float64) (Phone, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.vote != nil && c.vote.shut[who.From] {
		return Phone{}, ErrShut
	}
	v, err := c.voter(who.ID, who.From, true)
	if err != nil {
		return Phone{}, err
	}
	if v.phone == nil {
		v.phone = time.AfterFunc(phoneAway, func() { c.lose(v) })
		c.recount()
	} else {
		v.phone.Reset(phoneAway)
	}
	if guess != nil {
		err = c.guess(who.ID, who.From, vote, *guess)
	}
	p := c.view.onPhone(c.voteFor(who.ID))
	if err != nil {
		p.Says = "Not voted: " + err.Error() + ". " + p.Says
	}
	return p, nil
}

// lose notes that a phone has left.
func (c *Class) lose(v *voter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v.hangUp()
	c.recount()
}

func (v *voter) hangUp() {
	if v.phone != nil {
		v.phone.Stop()
		v.phone = nil
	}
}

// onPhone returns the content of a phone's page.
func (view View) onPhone(v *Vote) Phone {
	if v == nil {
		return Phone{Says: "When the presenter asks the class, the question appears here."}
	}
	p := Phone{Vote: v.ID, Text: v.Text, Open: v.Open}
	if v.Own.Set {
		p.Own = &v.Own.Value
	}
	if !v.Open {
		p.Says = v.resultText()
		if v.Own.Set {
			p.Says += " Your vote: " + v.Written(v.Own.Value) + "."
		}
		for _, b := range v.bars() {
			p.Result = append(p.Result, PhoneBar{b.name, b.count, b.note()})
		}
		return p
	}
	p.Says = v.ownText() + " " + v.countText() + "."
	if v.OfLambda() {
		p.Lambdas, _ = settings.ParseLambdas(view.State.Settings.Lambdas) // valid in any view
		return p
	}
	for i := range v.Answers {
		p.Answers = append(p.Answers, v.Written(float64(i)))
	}
	return p
}

// ownText is the voter's part in an open vote, in words.
func (v *Vote) ownText() string {
	if !v.Own.Set {
		return "You have not voted. Nobody sees whose vote is whose."
	}
	return "Your vote: " + v.Written(v.Own.Value) + ". You can change it until the vote ends."
}
