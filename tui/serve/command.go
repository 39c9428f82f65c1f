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
	"lambdascope/tui/lesson"
	"lambdascope/tui/serve/internal/credentials"
	"lambdascope/tui/serve/internal/stream"
)

// flags are those of the command.
type flags struct {
	env            cli.Env
	options        Options
	listen, web    string
	metrics        string
	certificate    string
	certificateKey string
	access         accessFiles
	hostKey        string
	lessons        string
	problems       string
	memory         memory
	unit           bool
}

// Command returns the command that serves the app over SSH and to browsers.
func Command(env cli.Env) *cobra.Command {
	s := &flags{env: env, options: Options{Engine: env.Engine, Version: env.Version}}
	o := &s.options
	c := &cobra.Command{
		Use:   "serve",
		Short: "The app over SSH and in the browser",
		Long: `serve shows the app to everybody who connects with ssh, each with a view of their own. A command given to ssh opens the app as its flags say, or with run returns one analysis. With --web, a link opens the app in a browser.

A session reads and writes no files, executes nothing, and what it can compute is bounded. On an address that others reach, a password is asked for: the server makes one, unless --authorized-keys, --password-file or --public says who may connect. SIGTERM tells the sessions and ends the server; a second one ends it at once. SIGHUP reads the lists of keys and addresses, the password, the certificate, the lessons and the problems again.`,
		Example: `lambdascope serve
lambdascope serve --listen :2222 --name lambda.example.org
lambdascope serve --web 127.0.0.1:8080
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
	f.StringVar(&s.listen, "listen", "127.0.0.1:2222", "address to listen on, host:port; none for browsers alone")
	f.StringVar(&s.web, "web", "", "address for browsers, host:port")
	f.StringVar(&s.certificate, "tls-cert", "", "file of the certificate of --web, in PEM; without it the server is for this machine, or behind a proxy that has a certificate")
	f.StringVar(&s.certificateKey, "tls-key", "", "file of the key of --tls-cert")
	f.BoolVar(&o.Web.BehindProxy, "behind-proxy", false, "take the address of a browser from X-Forwarded-For, as a proxy on this machine writes it")
	f.BoolVar(&o.Public, "public", false, "let anybody connect, from anywhere; those with a key of --authorized-keys have a reserve of sessions")
	f.StringVar(&s.access.keys, "authorized-keys", "", "file of public keys that may connect, in OpenSSH's format")
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
	at, err := s.addresses(ctx)
	if err != nil {
		return err
	}
	if s.options.Web.Certificate, err = s.readCertificate(); err != nil {
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
	doors, err := at.listen()
	if err != nil {
		return err
	}
	stop, err := s.serveMetrics(server)
	if err != nil {
		return errors.Join(err, doors.close())
	}
	defer stop()
	var told <-chan os.Signal // from now on a signal reloads, and ends nothing
	if s.env.Reload != nil {
		told = s.env.Reload()
	}
	if err := s.announce(server, doors); err != nil {
		return errors.Join(err, doors.close())
	}
	for _, shortage := range s.shortages() {
		s.options.Log.Warn(shortage)
	}
	for _, l := range doors.all() {
		s.options.Log.Info("listening", "address", l.Addr().String())
	}
	s.env.Engine.LeaveRoom()
	slog.SetDefault(s.options.Log) // where the library of SSH writes what it recovers from
	reloading, end := context.WithCancel(ctx)
	defer end()
	if told != nil {
		go s.reload(reloading, server, told)
	}
	return server.Serve(ctx, doors)
}

// tellLost writes to the log that lines are missing.
func tellLost(w io.Writer, lines int) {
	slog.New(slog.NewTextHandler(w, nil)).Warn("the log was not read: lines are lost", "lines", lines)
}

// announce prints what people need to connect, and who presents to lead the class.
func (s *flags) announce(server *Server, doors Doors) error {
	var text strings.Builder
	var call func([]string) string
	if doors.SSH != nil {
		at := doors.SSH.Addr()
		call = caller(s.options.Name, reached(at))
		ssh := strings.Replace(strings.TrimSuffix(call(nil), " lambdascope"), "ssh -t", "ssh", 1)
		fmt.Fprintf(&text, "Listening on %s. Connect with: %s\n", at, ssh)
	}
	if doors.Web != nil {
		fmt.Fprintf(&text, "Listening on %s. Open: %s\n", doors.Web.Addr(), s.options.link(doors.Web.Addr()))
	}
	if s.access.made {
		fmt.Fprintf(&text, "Password: %s\n", s.options.Password)
	}
	if call != nil {
		fmt.Fprintf(&text, "Host key: %s\n", gossh.FingerprintSHA256(s.options.HostKey.PublicKey()))
	}
	if secret := server.Secret(); secret != "" {
		fmt.Fprintln(&text, "To lead the class, keep this to yourself:")
		if call != nil {
			fmt.Fprintln(&text, server.roomCommand(call, []string{"present", secret}))
		}
		if doors.Web != nil {
			fmt.Fprintln(&text, presentIn(s.options.link(doors.Web.Addr()), secret))
		}
	}
	_, err := io.WriteString(s.env.Out, text.String())
	return err
}

// reload reads who may connect again when it is told to, the lessons, the problems and the
// certificate. Where one of the
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
		if s.certificate != "" {
			s.reloadCertificate(server)
		}
		access, err := s.access.read(s.env.Files)
		if err == nil {
			err = server.SetAccess(access)
		}
		s.reloaded(server, "who may connect stays as it was", err, "reloaded", "keys", len(access.AuthorizedKeys), "presenters", len(access.Presenters),
			"password", access.Password != "", "denied", len(access.Denied))
	}
}

// reloaded notes what has come of reading files again: what stays for an error, or what is
// there now.
func (s *flags) reloaded(server *Server, stays string, err error, done string, now ...any) {
	outcome := "done"
	if err == nil {
		s.options.Log.Info(done, now...)
	} else {
		outcome = "failed"
		for _, fault := range lesson.Faults(err) {
			s.options.Log.Error("reload failed: "+stays, "error", fault.Error())
		}
	}
	server.metrics.count(func(m *metrics) { m.reloads[outcome]++ })
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
