package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/tui"
	"lambdascope/tui/classroom"
	"lambdascope/tui/room"
)

// Rooms opens the rooms of a server for a session.
type Rooms interface {
	classroom.Rooms
	// First returns the session's seat at its start; nil for none.
	First() (*room.Seat, error)
	// Present takes over the room of a secret. Without a secret it opens a room, or leads the
	// server's own.
	Present(secret string) (*room.Seat, error)
}

// newPresent returns the command that presents in a room.
func newPresent(env Env, show app) *cobra.Command {
	return newRoom(env, show, &cobra.Command{
		Use:   "present [SECRET]",
		Short: "Present in a room",
		Long: paragraphs(
			"present opens the app in a room, which others join: they see what you show, each in a window of their own. R shows the code that they join by, and a secret.",
			"With the secret of a room it takes that room over, from anywhere, with what it showed last."),
	}, func(_ context.Context, secret string) (*room.Seat, error) { return env.Rooms.Present(secret) })
}

// newJoin returns the command that joins a room.
func newJoin(env Env, show app) *cobra.Command {
	var name string
	c := newRoom(env, show, &cobra.Command{
		Use:   "join [CODE]",
		Short: "Join a room",
		Long: paragraphs(
			"join opens the app in the room of a code, four letters that its presenter sees. It shows what the presenter does, until a setting or the page is changed; r comes back.",
			"Where the server has one room for all, join needs no code."),
	}, func(ctx context.Context, code string) (*room.Seat, error) { return env.Rooms.Join(ctx, code, name) })
	c.Flags().StringVar(&name, "name", "", fmt.Sprintf("your name, which only the presenter sees, up to %d cells", room.MaxName))
	return c
}

// newRoom completes a command that opens the app in a room.
func newRoom(env Env, show app, c *cobra.Command, take func(ctx context.Context, arg string) (*room.Seat, error)) *cobra.Command {
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return Misuse("%d arguments: %s takes one at most%s", len(args), c.CommandPath(), seeHelp(c))
		}
		return nil
	}
	c.ValidArgsFunction = cobra.NoFileCompletions
	c.Flags().SortFlags = false
	l := addLooks(c, env)
	c.RunE = func(c *cobra.Command, args []string) error { return l.attend(c.Context(), show, args, take) }
	return c
}

// attend opens the app in a room.
func (l *looksFlags) attend(ctx context.Context, show app, args []string, take func(ctx context.Context, arg string) (*room.Seat, error)) error {
	config, err := l.opening()
	if err != nil {
		return err
	}
	if config.Seat, err = take(ctx, strings.Join(args, "")); err != nil { // there is one at most
		return err
	}
	config.Hidden = config.Seat.OfServer() // a class is asked before it is told
	return l.env.showApp(ctx, show, config)
}

// first seats the session in its room. A user who asked for another view starts apart from the
// presenter.
func (e Env) first(c *tui.Config, apart bool) (err error) {
	if e.Rooms == nil {
		return nil
	}
	c.Seat, err = e.Rooms.First()
	c.Apart = apart
	c.Hidden = c.Hidden || c.Seat != nil && !apart // a class is asked before it is told
	return err
}
