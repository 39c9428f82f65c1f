package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/cli"
)

// flags are those of the command.
type flags struct {
	env             cli.Env
	options         Options
	listen, metrics string
	keys, password  string
	hostKey, format string
	memory          memory
}

// Command returns the command that serves the app over SSH.
func Command(env cli.Env) *cobra.Command {
	s := &flags{env: env, options: Options{Engine: env.Engine, Version: env.Version}}
	o := &s.options
	c := &cobra.Command{
		Use:   "serve",
		Short: "The app over SSH",
		Long: `serve shows the app to everybody who connects with ssh, each with a view of their own. A command given to ssh opens the app as its flags say, or with run returns one analysis.

A session reads and writes no files, executes nothing, and what it can compute is bounded. On an address that others reach, --authorized-keys, --password-file or --public says who may connect. SIGTERM tells the sessions and ends the server; a second one ends it at once.`,
		Example: `lambdascope serve
lambdascope serve --listen :2222 --password-file password --name lambda.example.org
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
	f.StringVar(&s.keys, "authorized-keys", "", "file of public keys, as OpenSSH has it, that may connect")
	f.StringVar(&s.password, "password-file", "", "file whose first line is a password that lets in")
	f.BoolVar(&o.Public, "public", false, "let anybody connect, from anywhere")
	f.StringVar(&s.hostKey, "host-key", "", "file of the server's Ed25519 key, made if it is not there; in the folder for state if not given")
	f.StringVar(&o.Name, "name", "", "what people call the host, or host:port, for the commands that the app shows")
	f.IntVar(&o.MaxSessions, "max-sessions", 200, "sessions at once; 0 for any number")
	f.IntVar(&o.MaxPerAddress, "max-per-address", 100, "connections at once from one address; 0 for any number")
	f.Float64Var(&o.Rate, "rate", 5, "new connections a second from one address; 0 for any number")
	f.IntVar(&o.Burst, "burst", 60, "new connections at once from one address")
	f.DurationVar(&o.Handshake, "handshake", 30*time.Second, "time to log in and begin a session; 0 for any")
	f.DurationVar(&o.Idle, "idle", 30*time.Minute, "time without input after which a session ends; 0 for never")
	f.DurationVar(&o.Total, "total", 8*time.Hour, "time after which a session ends; 0 for never")
	f.DurationVar(&o.Stall, "stall", 30*time.Second, "time after which a session ends that takes no output; 0 for never")
	f.DurationVar(&o.Grace, "grace", 5*time.Second, "time for sessions to end when the server stops")
	s.memory = defaultMemory()
	f.Var(&s.memory, "memory", "memory to keep to, such as 2G; large windows get smaller where it is short")
	f.StringVar(&s.metrics, "metrics", "", "address to serve counts for Prometheus on, [host]:port; without a host this one alone reaches it")
	f.StringVar(&s.format, "log", "text", "form of the log: text, json")
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c.Context()) }
	return c
}

func (s *flags) run(ctx context.Context) error {
	if err := s.read(); err != nil {
		return err
	}
	address, err := s.address(ctx)
	if err != nil {
		return err
	}
	if s.options.HostKey, err = loadHostKey(s.hostKey); err != nil {
		return err
	}
	s.memory.bound(s.options.Engine)
	s.options.Windows = int(s.memory) / 2
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
	at := listener.Addr()
	call := strings.TrimSuffix(caller(s.options.Name, reached(at))(nil), " lambdascope")
	if _, err := fmt.Fprintf(s.env.Out, "Listening on %s. Connect with: %s\nHost key: %s\n",
		at, strings.Replace(call, "ssh -t", "ssh", 1), gossh.FingerprintSHA256(s.options.HostKey.PublicKey())); err != nil {
		return errors.Join(err, listener.Close())
	}
	s.options.Log.Info("listening", "address", at.String())
	// The engine's workers keep as many threads busy as there are processors. With as
	// many again, a key finds a free one at once, and the system gives it a processor
	// before the busy ones; Go would let these go on for 10 ms at every step.
	runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	return server.Serve(ctx, narrow{listener})
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
func (s *flags) read() error {
	o := &s.options
	switch s.format {
	case "text":
		o.Log = slog.New(slog.NewTextHandler(s.env.Err, nil))
	case "json":
		o.Log = slog.New(slog.NewJSONHandler(s.env.Err, nil))
	default:
		return cli.Misuse("log %q: want text or json", s.format)
	}
	if s.keys != "" {
		text, err := s.open(s.keys, 0o022, "written")
		if err == nil {
			o.AuthorizedKeys, err = parseAuthorizedKeys(text)
		}
		if err != nil {
			return cli.Misuse("authorized-keys %s: %w", s.keys, reasonOf(err))
		}
	}
	if s.password != "" {
		text, err := s.open(s.password, 0o007, "read")
		if err == nil {
			o.Password, err = parsePassword(text)
		}
		if err != nil {
			return cli.Misuse("password-file %s: %w", s.password, reasonOf(err))
		}
	}
	if s.hostKey == "" {
		if s.env.StateFolder == "" {
			return cli.Misuse("host-key: there is no folder for state: want --host-key FILE")
		}
		s.hostKey = filepath.Join(s.env.StateFolder, "lambdascope", hostKeyFile)
	}
	return nil
}

// open reads a file that others than its owner and group, or any but its owner,
// may not do something with.
func (s *flags) open(name string, refused fs.FileMode, what string) ([]byte, error) {
	info, err := s.env.Files.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no file")
	case info.Mode().Perm()&refused != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("can be %s by others: want mode 0600", what)
	}
	f, err := s.env.Files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 1 << 20
	return io.ReadAll(io.LimitReader(f, most))
}

// reasonOf returns an error without the name of the file, which is said already.
func reasonOf(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// address returns the address to listen on. One that others reach is refused
// unless who may connect was said.
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
	if err := s.options.mayListen(at); err != nil {
		return nil, cli.Misuse("%w", err)
	}
	return at, nil
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
	const patience = 5 * time.Second
	h := &http.Server{Handler: server.Metrics(), ReadTimeout: patience, WriteTimeout: patience, IdleTimeout: patience, MaxHeaderBytes: 1 << 13, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = h.Serve(listener)
	}()
	s.options.Log.Info("metrics", "address", listener.Addr().String())
	return func() {
		_ = h.Close()
		<-ended
	}, nil
}
