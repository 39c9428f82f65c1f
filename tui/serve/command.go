package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/assets"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve/internal/credentials"
	"lambdascope/tui/serve/internal/stream"
)

// flags are those of the command.
type flags struct {
	env             cli.Env
	options         Options
	listen, metrics string
	access          accessFiles
	hostKey         string
	lessons         string
	problems        string
	memory          memory
	unit            bool
}

// Command returns the command that serves the app over SSH.
func Command(env cli.Env) *cobra.Command {
	s := &flags{env: env, options: Options{Engine: env.Engine, Version: env.Version}}
	o := &s.options
	c := &cobra.Command{
		Use:   "serve",
		Short: "The app over SSH",
		Long: `serve shows the app to everybody who connects with ssh, each with a view of their own. A command given to ssh opens the app as its flags say, or with run returns one analysis.

A session reads and writes no files, executes nothing, and what it can compute is bounded. On an address that others reach, a password is asked for: the server makes one, unless --authorized-keys, --password-file or --public says who may connect. SIGTERM tells the sessions and ends the server; a second one ends it at once. SIGHUP reads the lists of keys and addresses, the password, the lessons and the problems again.`,
		Example: `lambdascope serve
lambdascope serve --listen :2222 --name lambda.example.org
lambdascope serve --unit
lambdascope serve --class --public --listen :2222 --name lambda.example.org
ssh -p 2222 lambda.example.org
ssh -t -p 2222 lambda.example.org lambdascope --domain 2048 -n 50 --page folds
ssh -p 2222 lambda.example.org run --format json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse("argument %q: serve takes flags alone (see lambdascope serve --help)", args[0])
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&s.listen, "listen", "127.0.0.1:2222", "address to listen on, host:port")
	f.BoolVar(&o.Public, "public", false, "let anybody connect, from anywhere; those with a key of --authorized-keys have a reserve of sessions")
	f.StringVar(&s.access.keys, "authorized-keys", "", "file of public keys, as OpenSSH has it, that may connect")
	f.StringVar(&s.access.password, "password-file", "", "file whose first line is a password that lets in; made beside the host key if there is no other way in")
	f.StringVar(&s.access.denied, "deny", "", "file of addresses and networks that nobody may connect from, one a line")
	f.BoolVar(&o.Class, "class", false, "one room for all: every session shows what its presenter does; the command for the presenter is printed")
	f.StringVar(&s.access.presenters, "presenters", "", "file of public keys that may present in the room of --class without its secret")
	f.StringVar(&o.Name, "name", "", "what people call the host, or host:port, for the commands that the app shows")
	f.StringVar(&s.lessons, "lessons", "", "folder of lessons, files that end in .md, that sessions can take besides those that ship")
	f.StringVar(&s.problems, "problems", "", "folder of problems, files that end in .json, that sessions can name besides those that ship")
	f.StringVar(&s.hostKey, "host-key", "", "file of the server's Ed25519 key, made if it is not there; what else the server keeps is beside it; in the folder for state if not given")
	f.IntVar(&o.MaxSessions, "max-sessions", 200, "sessions at once; 0 for as many as there is memory for")
	s.memory = defaultMemory()
	f.Var(&s.memory, "memory", "memory to keep to, such as 2G; large windows get smaller where it is short")
	f.StringVar(&s.metrics, "metrics", "", "address to serve counts for Prometheus on, [host]:port; without a host this one alone reaches it")
	f.BoolVar(&s.unit, "unit", false, "print a unit for systemd, and no more")
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c.Context()) }
	return c
}

// logWait is how long the end of the server waits for the reader of its log.
const logWait = 250 * time.Millisecond

func (s *flags) run(ctx context.Context) error {
	if s.unit {
		_, err := fmt.Fprint(s.env.Out, assets.Unit)
		return err
	}
	logged := stream.NewBacklog(s.env.Err, tellLost)
	defer logged.Close(logWait)
	s.options.Log = slog.New(slog.NewTextHandler(logged, nil))
	if err := s.read(ctx); err != nil {
		return err
	}
	address, err := s.address(ctx)
	if err != nil {
		return err
	}
	if s.options.HostKey, err = credentials.LoadHostKey(s.hostKey); err != nil {
		return err
	}
	s.options.RoomsFolder = filepath.Join(filepath.Dir(s.hostKey), "rooms")
	s.memory.bound(s.options.Engine)
	s.options.Windows = s.memory.part(2)
	s.options = s.options.WithLimits()
	server, err := New(s.options)
	if err != nil {
		return cli.Misuse("%w", err)
	}
	listener, err := net.ListenTCP("tcp", address)
	if err != nil {
		return err
	}
	stop, err := s.serveMetrics(server)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer stop()
	var told <-chan os.Signal // from now on a signal reloads, and ends nothing
	if s.env.Reload != nil {
		told = s.env.Reload()
	}
	if err := s.announce(server, listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	for _, shortage := range s.shortages() {
		s.options.Log.Warn(shortage)
	}
	s.options.Log.Info("listening", "address", listener.Addr().String())
	s.env.Engine.LeaveRoom()
	slog.SetDefault(s.options.Log) // where the library of SSH writes what it recovers from
	reloading, end := context.WithCancel(ctx)
	defer end()
	if told != nil {
		go s.reload(reloading, server, told)
	}
	return server.Serve(ctx, narrow{listener})
}

// tellLost writes to the log that lines are missing.
func tellLost(w io.Writer, lines int) {
	slog.New(slog.NewTextHandler(w, nil)).Warn("the log was not read: lines are lost", "lines", lines)
}

// announce prints what people need to connect, and who presents to lead the class.
func (s *flags) announce(server *Server, at net.Addr) error {
	call := caller(s.options.Name, reached(at))
	ssh := strings.Replace(strings.TrimSuffix(call(nil), " lambdascope"), "ssh -t", "ssh", 1)
	var text strings.Builder
	fmt.Fprintf(&text, "Listening on %s. Connect with: %s\n", at, ssh)
	if s.access.made {
		fmt.Fprintf(&text, "Password: %s\n", s.options.Password)
	}
	fmt.Fprintf(&text, "Host key: %s\n", gossh.FingerprintSHA256(s.options.HostKey.PublicKey()))
	if secret := server.Secret(); secret != "" {
		fmt.Fprintf(&text, "To lead the class, keep this to yourself:\n%s\n", server.roomCommand(call, []string{"present", secret}))
	}
	_, err := io.WriteString(s.env.Out, text.String())
	return err
}

// reload reads who may connect again when it is told to, the lessons and the problems. Where one of the
// files of keys, addresses and the password is wrong, all stay as they were.
func (s *flags) reload(ctx context.Context, server *Server, told <-chan os.Signal) {
	lessons := make(chan struct{}, 1) // whose numbers may take a while, for which no key waits
	if s.lessons != "" {
		go s.reloadLessons(ctx, server, lessons)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-told:
		}
		select {
		case lessons <- struct{}{}:
		default: // they will be read after this already
		}
		if s.problems != "" {
			s.reloadProblems(server)
		}
		access, err := s.access.read(s.env.Files)
		if err == nil {
			err = server.SetAccess(access)
		}
		if err != nil {
			server.metrics.count(func(m *metrics) { m.reloads["failed"]++ })
			s.options.Log.Error("reload failed: who may connect stays as it was", "error", err.Error())
			continue
		}
		server.metrics.count(func(m *metrics) { m.reloads["done"]++ })
		s.options.Log.Info("reloaded", "keys", len(access.AuthorizedKeys), "presenters", len(access.Presenters),
			"password", access.Password != "", "denied", len(access.Denied))
	}
}

// narrow is a listener whose connections hold little of what is not yet taken.
type narrow struct{ *net.TCPListener }

func (n narrow) Accept() (net.Conn, error) {
	c, err := n.AcceptTCP()
	if err != nil {
		return nil, err
	}
	_ = c.SetWriteBuffer(unsent) // fails for one that has gone already
	return c, nil
}

// reached returns the address that this machine reaches a listener at.
func reached(a net.Addr) net.Addr {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}
	}
	return a
}

// read reads the files that the flags name, and checks what can be told without
// a network.
func (s *flags) read(ctx context.Context) error {
	o := &s.options
	var err error
	if s.lessons != "" {
		if o.Lessons, err = s.readLessons(ctx); err != nil {
			return cli.Misuse("lessons %s: %w", s.lessons, disk.Cause(err))
		}
	}
	if s.problems != "" {
		if o.Problems, err = s.readProblems(); err != nil {
			return cli.Misuse("problems %s: %w", s.problems, disk.Cause(err))
		}
	}
	if s.hostKey == "" {
		if s.env.StateFolder == "" {
			return cli.Misuse("host-key: there is no folder for state: want --host-key FILE")
		}
		s.hostKey = filepath.Join(s.env.StateFolder, "lambdascope", credentials.HostKeyFile)
	}
	if o.Access, err = s.access.read(s.env.Files); err == nil {
		err = s.access.check(o.Access)
	}
	if err != nil {
		return cli.Misuse("%w", err)
	}
	return nil
}

// address returns the address to listen on. On one that others reach, a password is made
// unless it was said who may connect.
func (s *flags) address(ctx context.Context) (*net.TCPAddr, error) {
	host, service, err := net.SplitHostPort(s.listen)
	if err != nil {
		return nil, cli.Misuse("listen %q: want host:port", s.listen)
	}
	port, err := net.DefaultResolver.LookupPort(ctx, "tcp", service)
	if err != nil {
		return nil, cli.Misuse("listen %q: want a port from 0 to 65535", s.listen)
	}
	at := &net.TCPAddr{Port: port}
	if host != "" {
		found, err := net.DefaultResolver.LookupIPAddr(ctx, host)
		if err != nil || len(found) == 0 {
			return nil, cli.Misuse("listen %q: no such host", s.listen)
		}
		at.IP, at.Zone = found[0].IP, found[0].Zone
	}
	if s.options.mayListen(at) == nil {
		return at, nil
	}
	// Others reach it, and no flag says who may connect.
	s.access.make(filepath.Join(filepath.Dir(s.hostKey), credentials.PasswordFile))
	s.options.Access, err = s.access.read(s.env.Files)
	return at, err
}

// serveMetrics serves the counts, if that is asked for, until stop.
func (s *flags) serveMetrics(server *Server) (stop func(), err error) {
	if s.metrics == "" {
		return func() {}, nil
	}
	host, port, err := net.SplitHostPort(s.metrics)
	if err != nil {
		return nil, cli.Misuse("metrics %q: want [host]:port", s.metrics)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, err
	}
	s.options.Log.Info("metrics", "address", listener.Addr().String())
	pages := server.metricsServer()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = pages.Serve(listener) // until it is closed
	}()
	return func() {
		_ = pages.Close()
		<-ended
	}, nil
}
