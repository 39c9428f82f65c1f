package serve

import (
	"context"
	"log/slog"
	"sync"

	"github.com/spf13/cobra"

	"lambdascope/sim/engine"
	"lambdascope/tui/class"
	"lambdascope/tui/cli"
)

// ClassCommand returns the command that serves a class on the local network and opens the app of
// its presenter in this terminal. The presenter needs no secret.
func ClassCommand(env cli.Env) *cobra.Command {
	s := &flags{env: env, class: true, options: Options{
		Engine: env.Engine, Version: env.Version, MaxSessions: maxSessions, Log: slog.New(slog.DiscardHandler), // the app has the terminal
	}}
	var entry *class.Entry
	env.Class = func() *class.Entry { return entry }
	env.Limits = engine.SessionLimits() // so that all seats can follow
	c := cli.App(env)
	present := c.RunE
	c.Use = "class"
	c.Short = "A class from this terminal: SSH, browsers, phones"
	c.Long = "class serves the app to a class on the local network, over SSH and in the browser, and opens it in this terminal as the presenter's. Everybody who reaches this machine can join, because a session reads and writes no files; --password asks for a password. R shows how others join, with a QR code for phones. Leaving the app ends the class. For more, see lambdascope guide class."
	c.Example = `lambdascope class
lambdascope class --password --domain 2048`
	c.Args = flagsAlone
	c.ValidArgsFunction = cobra.NoFileCompletions
	f := c.Flags()
	f.StringVar(&s.listen, "listen", ":2222", "`ADDRESS` to listen on, host:port; none for browsers alone")
	f.StringVar(&s.web, "web", ":8080", "`ADDRESS` for browsers, host:port")
	f.StringVar(&s.options.Name, "name", "", "`HOST`, or host:port, in the commands and links that the app shows")
	f.BoolVar(&s.asks, "password", false, "ask for a password, which R shows")
	c.RunE = func(c *cobra.Command, args []string) error {
		s.options.Public = !s.asks
		server, err := s.open(c.Context())
		if err != nil {
			return err
		}
		ctx, stop := context.WithCancel(c.Context())
		entry = server.host()
		var serving sync.WaitGroup
		serving.Go(func() { server.Serve(ctx) })
		s.env.Engine.LeaveRoom()
		err = present(c, args)
		stop()
		serving.Wait()
		return err
	}
	return c
}

// host returns the presenter's entry in the process of the server.
func (s *Server) host() *class.Entry {
	out := s.invitation(nil, "")
	out.Seat = s.class.Lead(class.Guest{})
	out.Password = s.options.Password
	out.Hosts = true
	return &out
}
