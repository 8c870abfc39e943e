package serve

import (
	"encoding/json"
	"os"
	"testing"

	"lineitem/quota"
)

// TestAccount checks that a program can ask what its account has left, and that
// asking uses up nothing.
func TestAccount(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{PerMinute: 5, FreePerDay: 2}})
	key := s.account(t, "free", quota.Free)
	if _, err := s.admin.AddCredits(t.Context(), "free", 7, "", ""); err != nil {
		t.Fatal(err)
	}
	type left struct{ allowance, credits, minute, day int }
	ask := func() left {
		t.Helper()
		a := s.do(t, "GET", "/api/v1/account", nil, field{"Authorization", "Bearer " + key})
		var account Account
		if err := json.Unmarshal([]byte(a.text), &account); err != nil || a.StatusCode != 200 {
			t.Fatalf("GET /api/v1/account = %d %s (%v)", a.StatusCode, a.text, err)
		}
		if account.Account != "free" || account.Plan != quota.Free || account.Allowance.Name != "day" || account.Allowance.Reset.IsZero() ||
			account.Limits.PerMinute != 5 || len(account.Windows) != 2 || a.Header.Get("RateLimit") == "" {
			t.Errorf("GET /api/v1/account = %v %s", a.Header, a.text)
		}
		return left{account.Allowance.Remaining, int(account.Credits), account.Windows[0].Remaining, account.Windows[1].Remaining}
	}
	document, err := os.ReadFile("../../testdata/orders/us-accounting.pdf")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []left{{2, 7, 5, 1000}, {1, 7, 4, 999}, {0, 7, 3, 998}, {0, 6, 2, 997}} {
		if i > 0 {
			contentType, body := parts("file", string(document))
			if a := s.do(t, "POST", "/api/v1/convert", body, field{"Authorization", "Bearer " + key}, field{"Content-Type", contentType}); a.StatusCode != 200 {
				t.Fatalf("a conversion = %d %s", a.StatusCode, a.text)
			}
		}
		for range 2 {
			if got := ask(); got != want {
				t.Errorf("after %d conversions %+v are left, want %+v", i, got, want)
			}
		}
	}
}
