package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"lineitem/quota"
)

// storeBackup is the command "store backup".
func storeBackup(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) (err error) {
		name := s.operands[0]
		out, err := openOutput(name, s.out)
		if err != nil {
			return err
		}
		defer out.Discard()
		if out.file != nil {
			if err := out.file.Chmod(0o600); err != nil && out.path != "" {
				return err
			}
		}
		copied, err := writeBackup(ctx, out, s.accounts)
		if err == nil && out.path != "" {
			err = out.file.Sync()
		}
		if err == nil {
			err = out.Commit()
		}
		if err != nil {
			return fmt.Errorf("backing up to %s: %w", name, err)
		}
		if isStdout(name) {
			return nil
		}
		return s.print(copied, func(w io.Writer) { fmt.Fprintf(w, "%s backed up\n", copiedText(copied)) })
	}
}

// writeBackup writes a backup, and checks it while it is written, so that an
// incomplete one is reported at once.
func writeBackup(ctx context.Context, w io.Writer, from accounts) (copied quota.Copied, err error) {
	reader, writer := io.Pipe()
	written := make(chan error, 1)
	go func() {
		err := from.Backup(ctx, io.MultiWriter(w, writer))
		writer.CloseWithError(err)
		written <- err
	}()
	copied, err = quota.CheckBackup(ctx, reader)
	reader.CloseWithError(err)
	if e := <-written; e != nil {
		err = e // the cause of the error of CheckBackup
	}
	return copied, err
}

// storeRestore is the command "store restore".
func storeRestore(ctx context.Context, c *command, args []string, stdout, _ io.Writer) (err error) {
	data := c.String("data", defaultData(), "`directory` for accounts and keys, which has none yet")
	var place storeFlags
	place.add(c)
	asJSON := c.Bool("json", false, "print JSON")
	operands, err := c.parse(args)
	if err != nil {
		return err
	}
	if len(operands) != 1 {
		return &usageError{"store restore: the backup is missing: lineitem store restore FILE"}
	}
	if err := place.check(); err != nil {
		return err
	}
	to := place.url
	if to == "" {
		to = *data
	}
	if to == "" {
		return &usageError{"store restore: there is no home directory; set the directory of accounts with --data"}
	}
	backup, err := os.Open(operands[0])
	if err != nil {
		return err
	}
	defer backup.Close()
	// Read the backup to its end first, so that a damaged one leaves nothing behind.
	if _, err := quota.CheckBackup(ctx, backup); err != nil {
		return fmt.Errorf("%s: %w", operands[0], err)
	}
	if _, err := backup.Seek(0, io.SeekStart); err != nil {
		return err
	}
	store, err := openCopied(ctx, to, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	copied, err := quota.Restore(ctx, store, backup)
	if err != nil {
		return fmt.Errorf("restoring into %s: %w", placeName(to), err)
	}
	return finishCopy(ctx, store, copied, "restored", *asJSON, stdout)
}
