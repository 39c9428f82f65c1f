package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// processTime returns the processor time of this process, user and system.
func processTime() (time.Duration, error) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// startPeak has the peak of memory counted from now on, and returns how many bytes of
// this process are in memory.
func startPeak() (bytes int, err error) {
	const resetPeak = "5" // see proc_pid_clear_refs(5)
	if err := os.WriteFile("/proc/self/clear_refs", []byte(resetPeak), 0); err != nil {
		return 0, err
	}
	return status("VmRSS")
}

// peakMemory returns how many bytes of this process were in memory at most.
func peakMemory() (bytes int, err error) { return status("VmHWM") }

// status returns a number of bytes from the state of this process.
func status(name string) (int, error) {
	const file = "/proc/self/status"
	content, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	_, rest, _ := bytes.Cut(content, []byte("\n"+name+":"))
	line, _, _ := bytes.Cut(rest, []byte(" kB\n"))
	kibibytes, err := strconv.Atoi(string(bytes.TrimSpace(line)))
	if err != nil {
		return 0, fmt.Errorf("%s has no %s in kB", file, name)
	}
	return kibibytes << 10, nil
}
