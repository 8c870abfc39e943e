package quota_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"lineitem/quota"
)

// moduleOf returns the module with which the next request would be converted.
func (d *desk) moduleOf() string {
	d.Helper()
	g := d.admit("")
	defer g.GiveBack(d.Context())
	if g.Mapper() == nil {
		if module, err := g.Module(d.Context()); !errors.Is(err, quota.ErrNotFound) {
			d.Errorf("Module() of an account without a mapper = %q, %v, want ErrNotFound", module, err)
		}
		return ""
	}
	module, err := g.Module(d.Context())
	if err != nil {
		d.Errorf("Module() = %v", err)
	}
	return string(module)
}

func TestMapper(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Plan: quota.Pro})
	ctx := t.Context()
	if d.status().Mapper != nil || d.moduleOf() != "" {
		t.Errorf("a new account has a mapper: %+v", d.status().Mapper)
	}
	s, err := d.admin.SetMapper(ctx, acme, []byte("first"))
	if err != nil || s.Mapper == nil || s.Mapper.Size != 5 || !s.Mapper.Set.Equal(d.clock.Now()) {
		t.Fatalf("SetMapper() = %+v, %v", s, err)
	}
	if got := d.moduleOf(); got != "first" {
		t.Errorf("the module is %q, want %q", got, "first")
	}
	// A request that was admitted before is converted with the module of that time.
	before := d.admit("")
	d.clock.Add(time.Minute)
	if _, err := d.admin.SetMapper(ctx, acme, []byte("second")); err != nil {
		t.Fatal(err)
	}
	if got, err := before.Module(ctx); string(got) != "first" {
		t.Errorf("the module of an earlier request is %q, %v, want %q", got, err, "first")
	}
	if got := d.moduleOf(); got != "second" || !d.status().Mapper.Set.Equal(d.clock.Now()) {
		t.Errorf("the module is %q, set %v", got, d.status().Mapper.Set)
	}
	if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: "other"}); err != nil {
		t.Fatal(err)
	}
	if other, err := d.admin.Account(ctx, "other"); err != nil || other.Mapper != nil {
		t.Errorf("another account has the mapper %+v, %v", other.Mapper, err)
	}
	for range 2 {
		if s, err := d.admin.RemoveMapper(ctx, acme); err != nil || s.Mapper != nil {
			t.Errorf("RemoveMapper() = %+v, %v", s, err)
		}
	}
	if got := d.moduleOf(); got != "" {
		t.Errorf("after RemoveMapper() the module is %q", got)
	}
	if _, err := d.admin.SetMapper(ctx, acme, nil); !isArgument(err) {
		t.Errorf("SetMapper() of nothing = %v, want an *ArgumentError", err)
	}
	for _, id := range []string{"nobody", ""} {
		if _, err := d.admin.SetMapper(ctx, id, []byte("m")); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("SetMapper(%q) = %v, want ErrNotFound", id, err)
		}
		if _, err := d.admin.RemoveMapper(ctx, id); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("RemoveMapper(%q) = %v, want ErrNotFound", id, err)
		}
	}
	d.audit()
}

func TestMapperAsJSON(t *testing.T) {
	ref := quota.MapperRef{Hash: quota.ModuleHash{0xab, 31: 1}, Size: 7, Set: date("2027-03-10 12:00:00")}
	got, err := json.Marshal(ref)
	want := fmt.Sprintf(`{"sha256":"ab%060d01","size":7,"set":"2027-03-10T12:00:00Z"}`, 0)
	if err != nil || string(got) != want {
		t.Errorf("the reference is %s, %v, want %s", got, err, want)
	}
	var again quota.MapperRef
	if err := json.Unmarshal(got, &again); err != nil || again != ref {
		t.Errorf("read again it is %+v, %v, want %+v", again, err, ref)
	}
	for _, text := range []string{"", "ab", "zz", want} {
		if err := new(quota.ModuleHash).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("UnmarshalText(%q): no error", text)
		}
	}
}

// Requests that are no conversions count in the rate windows but cost nothing.
func TestCount(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{PerMinute: 3}})
	for i := range 3 {
		g, err := d.gate.Count(t.Context(), d.key)
		if err != nil || g.Account() != acme || len(g.Windows()) != 2 || g.Windows()[0].Remaining != 2-i {
			t.Errorf("Count() = %+v, %v, want %d left in the minute", g, err, 2-i)
		}
	}
	_, err := d.gate.Count(t.Context(), d.key)
	if limited, ok := errors.AsType[*quota.RateError](err); !ok || limited.Account != acme || limited.RetryAfter != time.Minute {
		t.Errorf("Count() beyond the window = %v, want a *RateError for a minute", err)
	}
	d.limited()
	d.clock.Add(time.Minute)
	d.convert()
	if s := d.status(); s.Allowance.Used != 1 || s.Keys[0].LastUsed.IsZero() {
		t.Errorf("after one conversion the account is %+v", s)
	}
	for _, key := range []string{"", "nonsense", quota.NewKey()} {
		if _, err := d.gate.Count(t.Context(), key); !errors.Is(err, quota.ErrInvalidKey) {
			t.Errorf("Count(%q) = %v, want ErrInvalidKey", key, err)
		}
	}
	d.audit()
}
