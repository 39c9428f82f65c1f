package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	gossh "golang.org/x/crypto/ssh"

	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
)

// flags are the flags of the command.
type flags struct {
	env         cli.Env
	options     Options
	listen, web string
	keys        string
	asks        bool // for a password, wherever the server listens
	made        bool // the password is the server's own
	class       bool
	hostKey     string
	folder      string // of the files that the server makes
	lessons     string
	problems    string
}

// Command returns the command serve.
func Command(env cli.Env) *cobra.Command {
	s := &flags{env: env, options: Options{Engine: env.Engine, Version: env.Version}}
	o := &s.options
	c := &cobra.Command{
		Use:   "serve",
		Short: "The app over SSH and in the browser",
		Long:  "serve shows the app to everybody who connects with ssh, or with --web in a browser, each with a view of their own. A session reads and writes no files, executes nothing, and what it can compute is bounded. On an address that others reach the server makes a password, unless a flag says who may connect. For more, see lambdascope guide server.",
		Example: `lambdascope serve --listen :2222 --name lambda.example.org
lambdascope serve --class --public --web 127.0.0.1:8080`,
		Args:              flagsAlone,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&s.listen, "listen", "127.0.0.1:2222", "`ADDRESS` to listen on, host:port; none for browsers alone")
	f.StringVar(&s.web, "web", "", "`ADDRESS` for browsers, host:port")
	f.BoolVar(&o.BehindProxy, "behind-proxy", false, "take the address of a browser from X-Forwarded-For")
	f.BoolVar(&o.Public, "public", false, "let anybody connect, from anywhere")
	f.StringVar(&s.keys, "authorized-keys", "", "`FILE` of public keys that may connect, in OpenSSH's format")
	f.BoolVar(&s.class, "class", false, "a class, which sees the presenter's view")
	f.StringVar(&o.Name, "name", "", "`HOST`, host:port or host/path, in the commands and links that the app shows")
	f.StringVar(&s.lessons, "lessons", "", "`DIR` of more lessons (.md)")
	f.StringVar(&s.problems, "problems", "", "`DIR` of more problems (.json)")
	f.StringVar(&s.hostKey, "host-key", "", "`FILE` of the server's Ed25519 key, made if it is not there")
	f.IntVar(&o.MaxSessions, "max-sessions", maxSessions, "sessions at once, `N`")
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c.Context()) }
	return c
}

// maxSessions is the default number of sessions at once.
const maxSessions = 200

// flagsAlone refuses arguments.
func flagsAlone(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return cli.Misuse("argument %q: %s takes flags alone (see lambdascope %[2]s --help)", args[0], c.Name())
	}
	return nil
}

// logWait is how long the end of the server waits for the reader of its log.
const logWait = 250 * time.Millisecond

func (s *flags) run(ctx context.Context) error {
	logged := newBacklog(s.env.Err)
	defer logged.close(logWait)
	s.options.Log = slog.New(slog.NewTextHandler(logged, nil))
	server, err := s.open(ctx)
	if err != nil {
		return err
	}
	said := newBacklog(s.env.Out) // so that a pipe that is full holds up nobody
	defer said.close(logWait)
	s.announce(said, server.doors)
	for _, l := range server.doors.all() {
		s.options.Log.Info("listening", "address", l.Addr().String())
	}
	s.env.Engine.LeaveRoom()
	server.Serve(ctx)
	return nil
}

// open returns a server with open doors.
func (s *flags) open(ctx context.Context) (*Server, error) {
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	var err error
	if s.options.HostKey, err = loadHostKey(s.hostKey); err != nil {
		return nil, err
	}
	if s.class {
		if s.options.ClassSecret, err = loadSecret(filepath.Join(s.folder, secretFile)); err != nil {
			return nil, err
		}
	}
	if most := bound(s.options.Engine, ownMemory()); s.options.MaxSessions > most {
		s.options.Log.Warn("too little memory", "sessions", most)
		s.options.MaxSessions = most
	}
	doors, err := s.openDoors()
	if err != nil {
		return nil, err
	}
	server, err := New(s.options, doors)
	if err != nil {
		doors.close()
		return nil, cli.Misuse("%w", err)
	}
	return server, nil
}

// announce prints how to connect and, for a class, how to present.
func (s *flags) announce(w io.Writer, doors Doors) {
	var text strings.Builder
	ssh := ""
	if doors.SSH != nil {
		at := doors.SSH.Addr()
		ssh = target(s.options.Name, reached(at))
		fmt.Fprintf(&text, "Listening on %s. Connect with: ssh %s\n", at, ssh)
	}
	if doors.Web != nil {
		fmt.Fprintf(&text, "Listening on %s. Open: %s\n", doors.Web.Addr(), s.options.link(doors.Web.Addr()))
	}
	if s.made {
		fmt.Fprintf(&text, "Password: %s\n", s.options.Password)
	}
	if ssh != "" {
		fmt.Fprintf(&text, "Host key: %s\n", gossh.FingerprintSHA256(s.options.HostKey.PublicKey()))
	}
	if secret := s.options.ClassSecret; secret != "" {
		fmt.Fprintf(&text, "To present, keep this to yourself:\n")
		if ssh != "" {
			fmt.Fprintf(&text, "ssh -t %s present\nSecret: %s\n", ssh, secret)
		}
		if doors.Web != nil {
			fmt.Fprintf(&text, "%s#%s\n", strings.TrimSuffix(s.options.link(doors.Web.Addr()), "/")+presentPath, secret)
		}
	}
	_, _ = io.WriteString(w, text.String())
}

// read reads the files of the flags.
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
	s.folder = filepath.Join(s.env.StateFolder, "lambdascope")
	switch {
	case s.env.StateFolder == "" && s.hostKey == "":
		return cli.Misuse("host-key: there is no folder for state: want --host-key FILE")
	case s.env.StateFolder == "":
		s.folder = filepath.Dir(s.hostKey)
	}
	s.hostKey = cmp.Or(s.hostKey, filepath.Join(s.folder, hostKeyFile))
	if s.keys != "" {
		if o.AuthorizedKeys, err = loadKeys(s.keys); err != nil {
			return cli.Misuse("%w", err)
		}
	}
	return nil
}
