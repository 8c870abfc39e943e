package badgerstore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"lineitem/quota"
)

// Modules are files beside the database, each named after its hash: they are a
// hundred times as large as records and never change, and as files they free their
// space as soon as they are removed.
const (
	modulesFolder  = "modules"
	moduleSuffix   = ".wasm"
	unfinishedName = "unfinished-*" // pattern for the name of a module that is being written
)

// moduleFiles is the folder of modules.
type moduleFiles struct {
	dir   string
	sync  bool
	room  func(bytes int) error
	grace time.Duration

	mu sync.Mutex
	// unnamed holds the modules that no account was found to name, and since when.
	unnamed map[quota.ModuleHash]time.Time
}

func newModuleFiles(dir string, o Options, room func(bytes int) error) *moduleFiles {
	return &moduleFiles{dir: dir, sync: !o.NoSync, room: room, grace: o.ModuleGrace, unnamed: map[quota.ModuleHash]time.Time{}}
}

func (m *moduleFiles) path(hash quota.ModuleHash) string {
	return filepath.Join(m.dir, hash.String()+moduleSuffix)
}

// PutModule implements quota.Store.
func (s *Store) PutModule(ctx context.Context, module []byte) (quota.ModuleHash, error) {
	hash := quota.ModuleHash(sha256.Sum256(module))
	if err := s.enter(ctx); err != nil {
		return hash, err
	}
	defer s.calls.Done()
	return hash, s.modules.put(hash, module)
}

// Module implements quota.Store.
func (s *Store) Module(ctx context.Context, hash quota.ModuleHash) ([]byte, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	return s.modules.get(hash)
}

// get reads a module. It returns an error if the file is damaged.
func (m *moduleFiles) get(hash quota.ModuleHash) ([]byte, error) {
	module, err := os.ReadFile(m.path(hash))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("module %s: %w", hash, quota.ErrNotFound)
	case err != nil:
		return nil, err
	case sha256.Sum256(module) != hash:
		return nil, fmt.Errorf("%s is damaged: its hash does not match its name", m.path(hash))
	}
	return module, nil
}

// put writes a module, unless it is there already. A file with the module's name
// appears only when it is complete.
func (m *moduleFiles) put(hash quota.ModuleHash, module []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.unnamed, hash) // its grace period begins again
	if _, err := m.get(hash); err == nil {
		return nil
	}
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		return err
	}
	if err := m.room(len(module)); err != nil {
		return err
	}
	file, err := os.CreateTemp(m.dir, unfinishedName)
	if err != nil {
		return err
	}
	_, err = file.Write(module)
	if err == nil && m.sync {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(file.Name(), m.path(hash))
	}
	if err != nil {
		os.Remove(file.Name())
		return err
	}
	if m.sync {
		return errors.Join(syncFolder(m.dir), syncFolder(filepath.Dir(m.dir)))
	}
	return nil
}

// syncFolder waits until the file names in a folder are on the disk. Windows has no
// such call, and writes names in order.
func syncFolder(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// list returns the hashes of the modules in the folder, and removes the unfinished
// files that a killed process has left there.
func (m *moduleFiles) list() ([]quota.ModuleHash, error) {
	entries, err := os.ReadDir(m.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var hashes []quota.ModuleHash
	for _, entry := range entries {
		var hash quota.ModuleHash
		name, ok := strings.CutSuffix(entry.Name(), moduleSuffix)
		switch unfinished, _ := filepath.Match(unfinishedName, entry.Name()); {
		case unfinished:
			if err := os.Remove(filepath.Join(m.dir, entry.Name())); err != nil {
				return nil, err
			}
		case ok && hash.UnmarshalText([]byte(name)) == nil:
			hashes = append(hashes, hash)
		}
	}
	return hashes, nil
}

// sweepModules removes the modules that no account has named for the time grace. Calls
// of put wait meanwhile, so that no unfinished file that is found is still being written.
func (s *Store) sweepModules(ctx context.Context, grace time.Duration) error {
	m := s.modules
	m.mu.Lock()
	defer m.mu.Unlock()
	hashes, err := m.list()
	if err != nil || len(hashes) == 0 {
		return err
	}
	named := map[quota.ModuleHash]bool{}
	for account, err := range s.Accounts(ctx) {
		if err != nil {
			return err
		}
		if account.Mapper != nil {
			named[account.Mapper.Hash] = true
		}
	}
	now := time.Now()
	for _, hash := range hashes {
		since, noted := m.unnamed[hash]
		switch {
		case named[hash]:
			delete(m.unnamed, hash)
		case !noted && grace > 0:
			m.unnamed[hash] = now
		case now.Sub(since) >= grace:
			if err := os.Remove(m.path(hash)); err != nil {
				return err
			}
			delete(m.unnamed, hash)
		}
	}
	return nil
}
