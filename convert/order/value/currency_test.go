package value

import "testing"

func TestFindCurrency(t *testing.T) {
	for _, c := range [...]struct{ text, code, at string }{
		{"EUR", "EUR", "EUR"}, {"all prices in usd", "USD", "usd"}, {"M.N.", "MXN", "M.N."}, {"Pesos M.N.", "MXN", "M.N."}, {"Peso mexicano", Peso, "Peso"}, {"Euro (€)", "EUR", "Euro"}, {"Canadian dollars", "$", "dollars"},
		{"in R", "", ""}, {"none stated", "", ""}, {"", "", ""},
	} {
		code, from, to := FindCurrency(c.text)
		if code != c.code || c.text[from:to] != c.at {
			t.Errorf("FindCurrency(%q) = %q at %q, want %q at %q", c.text, code, c.text[from:to], c.code, c.at)
		}
	}
}

func TestCurrencyWithin(t *testing.T) {
	for text, want := range map[string]string{
		"单价（元）": "CNY", "结算币别人民币": "CNY", "肆拾叁万元整": "CNY", "金額(円)": "JPY", "(สองแสนบาท)": "THB", "元件": "", "Amount (Rs.)": "", "": "",
	} {
		if got := CurrencyWithin(text); got != want {
			t.Errorf("CurrencyWithin(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestIsUnit(t *testing.T) {
	for text, want := range map[string]bool{"EA": true, "Stk.": true, "Stück": true, "m²": true, "Nos": true, "Bolt": false, "": false} {
		if got := IsUnit(text); got != want {
			t.Errorf("IsUnit(%q) = %v, want %v", text, got, want)
		}
	}
}
