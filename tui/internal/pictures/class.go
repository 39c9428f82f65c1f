package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/room"
)

// class is the app in a session that presents in a room, and scripted seats that follow.
type class struct {
	*session
	seats []*room.Seat

	messages chan tea.Msg
	going    int // commands, of which one always waits for the room
}

// present opens the app as a command line would, in a room with some seats.
func present(ctx context.Context, engine *analysis.Engine, w window, args []string, seats int) (*class, error) {
	rooms := room.NewMemory(room.Options{})
	own, err := rooms.Open(room.Guest{})
	if err != nil {
		return nil, err
	}
	c := &class{messages: make(chan tea.Msg, 1)} // for the wait that is left
	for range seats {
		seat, err := rooms.Join(own.Look().Code, room.Guest{})
		if err != nil {
			return nil, err
		}
		c.seats = append(c.seats, seat)
	}
	c.session, err = start(ctx, engine, w, args, func(config *tui.Config) { config.Seat = own })
	if err == nil {
		c.run(c.model.Init())
		err = c.settle(ctx, fmt.Sprintf("%d here", seats))
	}
	return c, err
}

// press takes a key, until the screen has a text.
func (c *class) press(ctx context.Context, msg tea.KeyPressMsg, shows string) error {
	c.run(c.take(msg))
	return c.settle(ctx, shows)
}

// report has each seat find what there is in its own data.
func (c *class) report(ctx context.Context, engine *analysis.Engine) error {
	for _, seat := range c.seats {
		m := seat.Look().Sample
		if m == nil {
			return fmt.Errorf("seat %d has no data of its own", seat.Look().Number)
		}
		a, err := engine.Analyze(ctx, m.Settings)
		if err != nil {
			return err
		}
		seat.Report(m.ID, room.Outcome{Lambda: a.Selection.Best().Lambda, RootMSVE: a.RootMSVE(a.Selection.Selected)})
	}
	return nil
}

func (c *class) run(cmd tea.Cmd) {
	if cmd != nil {
		c.going++
		go func() { c.messages <- cmd() }()
	}
}

// long is more than a room takes to settle.
const long = 2 * time.Minute

// settle takes messages until the screen has a text, and nothing goes on but waiting for
// the room.
func (c *class) settle(ctx context.Context, shows string) error {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	for c.going > 1 || !strings.Contains(c.screen().String(), shows) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("no %q on the screen:\n%s", shows, c.screen().String())
		case msg := <-c.messages:
			c.going--
			switch msg := msg.(type) {
			case nil, tea.QuitMsg:
			case tea.BatchMsg:
				for _, cmd := range msg {
					c.run(cmd)
				}
			default:
				c.run(c.take(msg))
			}
		}
	}
	return nil
}

// class returns the screen of a presenter who has given each seat its own data.
func (r renderer) class(p picture) (*session, error) {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel() // which ends the wait for the room
	c, err := present(ctx, r.engine, p.window, p.args, p.class)
	if err != nil {
		return nil, err
	}
	if err := c.press(ctx, tea.KeyPressMsg{Code: 'g', Text: "g"}, "under way"); err != nil {
		return nil, err
	}
	if err := c.report(ctx, r.engine); err != nil {
		return nil, err
	}
	return c.session, c.settle(ctx, fmt.Sprintf("class, %d of %d", p.class, p.class))
}
