package operator

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"lineitem/quota"
	"lineitem/quota/problem"
)

// A Client does on a running server what a quota.Admin does on a store. If the
// server refuses a request the error is an *Error, for which errors.Is finds the
// error value of package quota, if there is one. Other errors are those of the
// connection. A Client is safe for concurrent use.
type Client struct{ http *http.Client }

// Dial connects to the server on a data directory. The error is ErrNoServer if
// none is running there.
func Dial(ctx context.Context, dir string) (*Client, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, SocketName)
	conn, err := dial(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errRefused):
		return nil, fmt.Errorf("%s: %w", dir, ErrNoServer)
	case err != nil:
		return nil, fmt.Errorf("reaching the server on %s: %w", dir, err)
	}
	conn.Close()
	return &Client{&http.Client{Transport: &http.Transport{
		DialContext:        func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, path) },
		DisableCompression: true,
	}}}, nil
}

// Close ends the client's connections.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// AddAccount is quota.Admin.AddAccount.
func (c *Client) AddAccount(ctx context.Context, n quota.NewAccount) (*quota.Status, error) {
	return call[quota.Status](ctx, c, "POST", "/v1/accounts", "", n)
}

// Account is quota.Admin.Account.
func (c *Client) Account(ctx context.Context, id string) (*quota.Status, error) {
	return call[quota.Status](ctx, c, "GET", accountPath(id), "", nil)
}

// Accounts is quota.Admin.Accounts.
func (c *Client) Accounts(ctx context.Context) iter.Seq2[*quota.Status, error] {
	return lines[*quota.Status](ctx, c, "/v1/accounts")
}

// RemovedAccounts is quota.Admin.RemovedAccounts.
func (c *Client) RemovedAccounts(ctx context.Context) iter.Seq2[*quota.Status, error] {
	return lines[*quota.Status](ctx, c, "/v1/accounts?removed=true")
}

// SetPlan is quota.Admin.SetPlan.
func (c *Client) SetPlan(ctx context.Context, id string, plan quota.Plan, start time.Time) (*quota.Status, error) {
	return call[quota.Status](ctx, c, "PUT", accountPath(id)+"/plan", "", planBody{plan, start})
}

// SetLimits is quota.Admin.SetLimits.
func (c *Client) SetLimits(ctx context.Context, id string, l quota.Limits) (*quota.Status, error) {
	return call[quota.Status](ctx, c, "PUT", accountPath(id)+"/limits", "", l)
}

// AddCredits is quota.Admin.AddCredits, but the idempotencyKey is required and
// must fit into a header field: printable ASCII, without spaces at its ends.
func (c *Client) AddCredits(ctx context.Context, id string, amount int64, idempotencyKey, note string) (*quota.Booking, error) {
	return call[quota.Booking](ctx, c, "POST", accountPath(id)+"/credits", idempotencyKey, creditsBody{amount, note})
}

// RemoveAccount is quota.Admin.RemoveAccount.
func (c *Client) RemoveAccount(ctx context.Context, id string) error {
	_, err := call[struct{}](ctx, c, "DELETE", accountPath(id), "", nil)
	return err
}

// Ledger is quota.Admin.Ledger.
func (c *Client) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	return lines[quota.Entry](ctx, c, accountPath(account)+"/ledger?after="+strconv.FormatUint(after, 10))
}

// Audit is quota.Admin.Audit.
func (c *Client) Audit(ctx context.Context, id string) (*quota.AuditReport, error) {
	return call[quota.AuditReport](ctx, c, "GET", accountPath(id)+"/audit", "", nil)
}

// AuditAll is quota.Admin.AuditAll.
func (c *Client) AuditAll(ctx context.Context) iter.Seq2[*quota.AuditReport, error] {
	return lines[*quota.AuditReport](ctx, c, "/v1/audit")
}

// NewKey is quota.Admin.NewKey.
func (c *Client) NewKey(ctx context.Context, account, name string) (key string, info quota.KeyInfo, err error) {
	return c.makeKey(ctx, accountPath(account)+"/keys", keyBody{name})
}

// RotateKey is quota.Admin.RotateKey, with grace rounded up to whole seconds.
func (c *Client) RotateKey(ctx context.Context, account, keyID string, grace time.Duration) (key string, info quota.KeyInfo, err error) {
	return c.makeKey(ctx, keyPath(account, keyID)+"/rotate", rotateBody{wholeSeconds(grace)})
}

// RevokeKey is quota.Admin.RevokeKey.
func (c *Client) RevokeKey(ctx context.Context, account, keyID string) error {
	_, err := call[struct{}](ctx, c, "DELETE", keyPath(account, keyID), "", nil)
	return err
}

// SetMapper is quota.Admin.SetMapper, but the server also checks whether the module
// can be used.
func (c *Client) SetMapper(ctx context.Context, account string, module []byte) (*quota.Status, error) {
	return call[quota.Status](ctx, c, "PUT", accountPath(account)+"/mapper", "", moduleBody(module))
}

// RemoveMapper is quota.Admin.RemoveMapper.
func (c *Client) RemoveMapper(ctx context.Context, account string) (*quota.Status, error) {
	return call[quota.Status](ctx, c, "DELETE", accountPath(account)+"/mapper", "", nil)
}

// Invite is quota.Admin.Invite, with valid rounded up to whole seconds, and also
// returns the invitation's link.
func (c *Client) Invite(ctx context.Context, account string, valid time.Duration) (*Invitation, error) {
	return call[Invitation](ctx, c, "POST", accountPath(account)+"/invite", "", inviteBody{wholeSeconds(valid)})
}

// SignOutEverywhere is quota.Admin.SignOutEverywhere.
func (c *Client) SignOutEverywhere(ctx context.Context, account string) error {
	_, err := call[struct{}](ctx, c, "DELETE", accountPath(account)+"/sessions", "", nil)
	return err
}

// Backup writes a backup of all accounts to w. The error is ErrNoBackup if the server
// makes no backups. quota.CheckBackup tells whether a backup is complete.
func (c *Client) Backup(ctx context.Context, w io.Writer) error {
	response, err := c.send(ctx, "GET", "/v1/backup", "", nil)
	if refused, ok := errors.AsType[*Error](err); ok && refused.Code == codeNoRoute {
		return ErrNoBackup
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(w, response.Body)
	return err
}

// ErrNoBackup reports that a server makes no backups, because it keeps its accounts in
// a database that has backups of its own.
var ErrNoBackup = errors.New("the server keeps its accounts in a database; back that up, as with pg_dump")

// moduleBody is a request body that is sent as it is, not as JSON.
type moduleBody []byte

func (c *Client) makeKey(ctx context.Context, path string, body any) (string, quota.KeyInfo, error) {
	made, err := call[NewKey](ctx, c, "POST", path, "", body)
	if err != nil {
		return "", quota.KeyInfo{}, err
	}
	return made.Secret, made.KeyInfo, nil
}

// wholeSeconds returns d in seconds, rounded up.
func wholeSeconds(d time.Duration) int64 {
	seconds := int64(d / time.Second)
	if d%time.Second > 0 {
		seconds++
	}
	return seconds
}

func accountPath(id string) string { return "/v1/accounts/" + segment(id) }

func keyPath(account, keyID string) string {
	return accountPath(account) + "/keys/" + segment(keyID)
}

// segment escapes one part of a path. An empty part becomes an escaped space, since
// without it the path would be that of another resource.
func segment(s string) string {
	if s == "" {
		return "%20" // no ID has a space
	}
	return url.PathEscape(s)
}

// call sends a request and decodes the body of its answer, if it has one.
func call[T any](ctx context.Context, c *Client, method, path, idempotencyKey string, body any) (*T, error) {
	response, err := c.send(ctx, method, path, idempotencyKey, body)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	result := new(T)
	if response.StatusCode == http.StatusNoContent {
		return result, nil
	}
	if err := json.NewDecoder(response.Body).Decode(result); err != nil {
		return nil, fmt.Errorf("reading the server's answer: %w", err)
	}
	return result, nil
}

// lines sends a request whose answer has one JSON object per line, and yields the objects.
func lines[T any](ctx context.Context, c *Client, path string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		response, err := c.send(ctx, "GET", path, "", nil)
		if err != nil {
			yield(none, err)
			return
		}
		defer response.Body.Close()
		d := json.NewDecoder(response.Body)
		for {
			var line T
			switch err := d.Decode(&line); {
			case err == io.EOF:
				return
			case err != nil:
				yield(none, fmt.Errorf("reading the server's answer: %w", err))
				return
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

// send sends a request and returns its answer, if that is a success; the caller must
// close its body. The error is an *Error if the server answers with a problem.
func (c *Client) send(ctx context.Context, method, path, idempotencyKey string, body any) (*http.Response, error) {
	var content io.Reader
	mediaType := "application/json"
	if module, ok := body.(moduleBody); ok {
		content, mediaType = bytes.NewReader(module), "application/wasm"
	} else if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://operator"+path, content)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", mediaType)
	}
	if idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", idempotencyKey)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	if response.StatusCode/100 == 2 {
		return response, nil
	}
	defer response.Body.Close()
	e := new(Error)
	const most = 64 << 10 // bytes of a problem
	if err := json.NewDecoder(io.LimitReader(response.Body, most)).Decode(&e.Problem); err != nil ||
		!strings.HasPrefix(response.Header.Get("Content-Type"), problem.MediaType) {
		return nil, fmt.Errorf("the server answered %s", response.Status)
	}
	return nil, e
}
