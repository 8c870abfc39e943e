package cli

import "testing"

func TestProxies(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""}, {"10.0.0.7", "10.0.0.7/32"}, {"10.0.0.7, 192.168.1.9/16,2001:db8::1", "10.0.0.7/32,192.168.0.0/16,2001:db8::1/128"},
		{"proxy.example", "error"}, {"10.0.0.0/33", "error"}, {"10.0.0.1:80", "error"},
	} {
		p := loopback()
		got := "error"
		if err := p.Set(tt.text); err == nil {
			got = p.String()
		}
		if got != tt.want {
			t.Errorf("--proxies %q = %q, want %q", tt.text, got, tt.want)
		}
	}
}
