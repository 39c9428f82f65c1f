package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/assets"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve/internal/credentials"
)

// flags are those of the command.
type flags struct {
	env             cli.Env
	options         Options
	listen, metrics string
	keys, password  string
	hostKey, format string
	lessons         string
	presenters      string
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

A session reads and writes no files, executes nothing, and what it can compute is bounded. On an address that others reach, --authorized-keys, --password-file or --public says who may connect. SIGTERM tells the sessions and ends the server; a second one ends it at once. SIGHUP reads the keys, the password and the lessons again.`,
		Example: `lambdascope serve
lambdascope serve --listen :2222 --password-file password --name lambda.example.org
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
	f.StringVar(&s.keys, "authorized-keys", "", "file of public keys, as OpenSSH has it, that may connect")
	f.StringVar(&s.password, "password-file", "", "file whose first line is a password that lets in")
	f.BoolVar(&o.Public, "public", false, "let anybody connect, from anywhere; those with a key of --authorized-keys have a reserve of sessions")
	f.BoolVar(&o.Class, "class", false, "one room for all: every session shows what its presenter does; the command for the presenter is printed")
	f.StringVar(&s.presenters, "presenters", "", "file of public keys that may present in the room of --class without its secret")
	f.StringVar(&s.hostKey, "host-key", "", "file of the server's Ed25519 key, made if it is not there; in the folder for state if not given")
	f.StringVar(&o.Name, "name", "", "what people call the host, or host:port, for the commands that the app shows")
	f.StringVar(&s.lessons, "lessons", "", "folder of lessons, files that end in .md, that sessions can take besides those that ship")
	f.IntVar(&o.MaxSessions, "max-sessions", 200, "sessions at once; 0 for any number")
	f.IntVar(&o.MaxPerAddress, "max-per-address", 100, "sessions at once from one address, or with one key, and never more than half of what others leave; 0 for any number")
	f.DurationVar(&o.EvictAfter, "evict-after", 2*time.Minute, "time without input after which a session may be ended for another, when places run short; 0 for never")
	f.IntVar(&o.MaxPending, "max-pending", 64, "connections at once that have no session yet; 0 for any number")
	f.IntVar(&o.PendingPerAddress, "pending-per-address", 10, "of them from one address; more wait; 0 for any number")
	f.Float64Var(&o.Rate, "rate", 5, "new connections a second from one address; more wait; 0 for any number")
	f.IntVar(&o.Burst, "burst", 100, "new connections at once from one address")
	f.DurationVar(&o.Handshake, "handshake", 20*time.Second, "time to log in and begin a session; 0 for any")
	f.DurationVar(&o.Idle, "idle", 30*time.Minute, "time without input after which a session ends; 0 for never")
	f.DurationVar(&o.Total, "total", 8*time.Hour, "time after which a session ends; 0 for never")
	f.DurationVar(&o.Stall, "stall", 30*time.Second, "time after which a session ends that takes no output; 0 for never")
	f.DurationVar(&o.Grace, "grace", 5*time.Second, "time for sessions to end when the server stops")
	s.memory = defaultMemory()
	f.Var(&s.memory, "memory", "memory to keep to, such as 2G; large windows get smaller where it is short")
	f.StringVar(&s.metrics, "metrics", "", "address to serve counts for Prometheus on, [host]:port; without a host this one alone reaches it")
	f.StringVar(&s.format, "log", "text", "form of the log: text, json")
	f.BoolVar(&s.unit, "unit", false, "print a unit for systemd, and no more")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if o.Class { // which may be behind one address
			if !f.Changed("max-per-address") {
				o.MaxPerAddress = 0
			}
			if !f.Changed("rate") {
				o.Rate = 0
			}
		}
		return s.run(c.Context())
	}
	return c
}

func (s *flags) run(ctx context.Context) error {
	if s.unit {
		_, err := fmt.Fprint(s.env.Out, assets.Unit)
		return err
	}
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
	if secret := server.Secret(); secret != "" {
		line := server.roomCommand(caller(s.options.Name, reached(at)), []string{"present", secret})
		if _, err := fmt.Fprintf(s.env.Out, "To lead the class, keep this to yourself:\n%s\n", line); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	s.options.Log.Info("listening", "address", at.String())
	s.env.Engine.LeaveRoom()
	slog.SetDefault(s.options.Log) // where the library of SSH writes what it recovers from
	reloading, end := context.WithCancel(ctx)
	defer end()
	go s.reload(reloading, server)
	return server.Serve(ctx, narrow{listener})
}

// reload reads the keys and the password again when it is told to, and the lessons.
// Where one of the files of keys and password is wrong, both stay as they were.
func (s *flags) reload(ctx context.Context, server *Server) {
	if s.env.Reload == nil {
		return
	}
	told := s.env.Reload()
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
		keys, password, err := s.access()
		if err == nil {
			err = server.SetAccess(keys, password)
		}
		if err != nil {
			server.metrics.count(func(m *metrics) { m.reloads["failed"]++ })
			s.options.Log.Error("reload failed: keys and password stay as they were", "error", err.Error())
			continue
		}
		server.metrics.count(func(m *metrics) { m.reloads["done"]++ })
		s.options.Log.Info("reloaded", "keys", len(keys), "password", password != "")
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
	switch s.format {
	case "text":
		o.Log = slog.New(slog.NewTextHandler(s.env.Err, nil))
	case "json":
		o.Log = slog.New(slog.NewJSONHandler(s.env.Err, nil))
	default:
		return cli.Misuse("log %q: want text or json", s.format)
	}
	var err error
	if o.AuthorizedKeys, o.Password, err = s.access(); err != nil {
		return cli.Misuse("%w", err)
	}
	if s.presenters != "" {
		text, err := s.open(s.presenters, 0o022, "written")
		if err == nil {
			o.Presenters, err = credentials.ParseAuthorizedKeys(text)
		}
		if err != nil {
			return cli.Misuse("presenters %s: %w", s.presenters, disk.Cause(err))
		}
	}
	if s.lessons != "" {
		if o.Lessons, err = s.readLessons(ctx); err != nil {
			return cli.Misuse("lessons %s: %w", s.lessons, disk.Cause(err))
		}
	}
	if s.hostKey == "" {
		if s.env.StateFolder == "" {
			return cli.Misuse("host-key: there is no folder for state: want --host-key FILE")
		}
		s.hostKey = filepath.Join(s.env.StateFolder, "lambdascope", credentials.HostKeyFile)
	}
	return nil
}

// access reads who may log in.
func (s *flags) access() (keys []gossh.PublicKey, password string, err error) {
	if s.keys != "" {
		text, err := s.open(s.keys, 0o022, "written")
		if err == nil {
			keys, err = credentials.ParseAuthorizedKeys(text)
		}
		if err != nil {
			return nil, "", fmt.Errorf("authorized-keys %s: %w", s.keys, disk.Cause(err))
		}
	}
	if s.password != "" {
		text, err := s.open(s.password, 0o007, "read")
		if err == nil {
			password, err = credentials.ParsePassword(text)
		}
		if err != nil {
			return nil, "", fmt.Errorf("password-file %s: %w", s.password, disk.Cause(err))
		}
	}
	return keys, password, nil
}

// maxFile bounds a file of keys or of a password, in bytes.
const maxFile = 1 << 20

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
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		return nil, fmt.Errorf("is larger than %d MiB: want less", maxFile>>20)
	}
	return text, err
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
	ctx, cancel := context.WithCancel(context.Background()) // ends after the sessions
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.serveMetrics(ctx, listener)
	}()
	s.options.Log.Info("metrics", "address", listener.Addr().String())
	return func() {
		cancel()
		<-ended
	}, nil
}
