package badgerstore

import "golang.org/x/sys/windows"

// freeBytes returns how many bytes more the user may write to the volume that holds a
// directory. ok is false if that is unknown.
func freeBytes(dir string) (n uint64, ok bool) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, false
	}
	if err := windows.GetDiskFreeSpaceEx(name, &n, nil, nil); err != nil {
		return 0, false
	}
	return n, true
}
