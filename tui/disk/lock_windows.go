package disk

import (
	"errors"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lock opens a hidden file in the folder without sharing, because Windows locks no folders. The system
// removes the file when the process closes it or ends.
func lock(folder string) (unlock func(), err error) {
	name, err := windows.UTF16PtrFromString(filepath.Join(folder, ".lambdascope.lock"))
	if err != nil {
		return nil, err
	}
	const alone = 0 // shared with nobody
	file, err := windows.CreateFile(name, windows.GENERIC_WRITE|windows.DELETE, alone, nil, windows.OPEN_ALWAYS,
		windows.FILE_ATTRIBUTE_HIDDEN|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_DELETE_PENDING) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return func() { _ = windows.CloseHandle(file) }, nil
}
