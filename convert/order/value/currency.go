package value

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// currencyCodes are the ISO 4217 codes that orders are written in.
var currencyCodes = func() map[string]bool {
	m := map[string]bool{}
	for _, c := range strings.Fields(`
		USD EUR GBP CHF JPY CNY INR AUD NZD CAD MXN BRL ARS CLP COP PEN UYU BOB PYG VES CRC DOP GTQ PAB
		DKK SEK NOK ISK PLN CZK HUF RON BGN RSD BAM MKD TRY UAH RUB ILS AED SAR QAR KWD BHD OMR JOD LBP EGP MAD TND
		ZAR NGN KES GHS TZS UGX ZMW BWP NAD MUR SGD MYR THB IDR PHP VND HKD TWD KRW LKR BDT PKR NPR XOF XAF XPF
		JMD TTD BBD XCD BSD BZD GYD DZD LYD IQD ETB RWF MZN AOA MGA KZT UZS AZN BYN HNL NIO FJD PGK MMK KHR MVR`) {
		m[c] = true
	}
	return m
}()

// currencySigns maps a folded sign or short name to the currency it stands
// for. Those that are words of one language are in the lexicon. "$", "¥" and "kr" are shared by several countries: the document decides.
var currencySigns = map[string]string{
	"$": "$", "us$": "USD", "usd$": "USD", "$us": "USD", "u.s.$": "USD", "u$s": "USD", "ca$": "CAD", "c$": "CAD", "cad$": "CAD", "cdn$": "CAD", "cdn": "CAD",
	"a$": "AUD", "au$": "AUD", "aud$": "AUD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "nt$": "TWD", "j$": "JMD", "tt$": "TTD", "ntd": "TWD", "mx$": "MXN", "mex$": "MXN", "m.n.": "MXN",
	"r$": "BRL", "€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "¥": Yen, "円": "JPY", "￥": Yen, "元": "CNY", "rmb": "CNY", "cn¥": "CNY",
	"₹": "INR", "rs": "INR", "rs.": "INR", "re.": "INR", "fr.": "CHF", "sfr": "CHF", "sfr.": "CHF", "kr": "kr", "kr.": "kr", "kc": "CZK", "zl": "PLN", "tl": "TRY",
	"lei": "RON", "₺": "TRY", "₽": "RUB", "₴": "UAH", "₪": "ILS", "₩": "KRW", "₱": "PHP", "฿": "THB", "₫": "VND", "₦": "NGN", "₡": "CRC", "₲": "PYG", "৳": "BDT",
	"rd$": "DOP", "fcfa": "XOF", "cfa": "XOF", "dh": "MAD", "gs.": "PYG", "r": "R", "rm": "RM", "rp": "IDR", "rp.": "IDR", "ksh": "KES", "ksh.": "KES", "kshs": "KES", "kshs.": "KES", "tsh": "TZS", "ush": "UGX", "gh¢": "GHS", "gh₵": "GHS", "ghc": "GHS", "₵": "GHS",
	"kd": "KWD", "k.d.": "KWD", "bd": "BHD", "b.d.": "BHD", "s/": "PEN", "s/.": "PEN", "dhs": "AED", "dhs.": "AED",
}

// Yen is the sign shared by the currencies of Japan and China.
const Yen = "¥"

// dong is the letter that is printed for ₫. It is compared unfolded, since folding makes it a d.
const dong = "đ"

// Forint is the abbreviation of Hungary's currency, and elsewhere of feet.
const Forint = "Ft"

// weakSigns are signs that are also letters, words or units. Behind a number
// they are read as a unit.
var weakSigns = map[string]bool{"r": true, "rm": true, "lei": true, "re.": true, "fr.": true, "kd": true, "bd": true}

// Currency returns the ISO 4217 code that a printed code or sign stands for;
// "$", "¥", "kr", "R" and "RM" are returned as they are. It is empty for everything else.
func Currency(s string) string {
	if len(s) == 3 && currencyCodes[s] {
		return s
	}
	if s == dong {
		return "VND"
	}
	if len(s) > mostSign {
		return ""
	}
	var b [2 * mostSign]byte
	f := textnorm.AppendFold(b[:0], s)
	return allSigns()[string(f)]
}

// allSigns maps the codes, signs and short names, folded, to what Currency returns for them.
var allSigns = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for code := range currencyCodes {
		all[strings.ToLower(code)] = code
	}
	maps.Copy(all, namedSigns())
	maps.Copy(all, currencySigns)
	return all
})

// mostSign is the length in bytes of the longest sign or code that stands for a currency,
// written in full-width letters.
const mostSign = 5 * 3

// FindCurrency finds the first currency that text names by its code, sign or
// name, which stands in text[from:to]. The code is as Currency returns it; of what
// several countries share, only "$", "¥" and Peso are found. It is empty if text names none.
func FindCurrency(text string) (code string, from, to int) {
	var first, end int // of the first "pesos"; a later word may say which country's they are
	for _, w := range strings.Fields(text) {
		from = strings.Index(text[to:], w) + to
		to = from + len(w)
		word := strings.Trim(w, "()[],.;:/-")
		c := Currency(word)
		if c == "" {
			c = currencyNames()[textnorm.Fold(word)]
		}
		if c == "" {
			c = Currency(w) // "M.N."
		}
		switch {
		case c == Peso && code == "":
			code, first, end = c, from, to
		case (len(c) == 3 || c == "$" || c == Yen) && !weakSigns[textnorm.Fold(word)]:
			return c, from, to
		}
	}
	return code, first, end
}

// CurrencyWithin returns the ISO 4217 code of a currency that is named within a word of a script without blanks. A name of one
// character counts only behind an opening bracket or before 整 ("单价（元）", "人民币壹万元整"). It is empty for all other words.
func CurrencyWithin(word string) string {
	if !strings.ContainsFunc(word, layout.Blankless) {
		return ""
	}
	for _, name := range blanklessNames() {
		at := strings.LastIndex(word, name.text)
		if at < 0 {
			continue
		}
		before, behind := word[:at], word[at+len(name.text):]
		if utf8.RuneCountInString(name.text) > 1 || strings.HasSuffix(before, "（") || strings.HasSuffix(before, "(") || strings.HasPrefix(behind, "整") {
			return name.code
		}
	}
	return ""
}

// currencyName is a name or sign of a currency.
type currencyName struct{ text, code string }

// blanklessNames are the names and signs of currencies in scripts without blanks, the longest first.
var blanklessNames = sync.OnceValue(func() (all []currencyName) {
	for _, names := range [...]map[string]string{allSigns(), currencyNames()} {
		for text, code := range names {
			if strings.ContainsFunc(text, layout.Blankless) {
				all = append(all, currencyName{text, code})
			}
		}
	}
	slices.SortFunc(all, func(a, b currencyName) int {
		return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text))
	})
	return all
})

// Peso stands for the peso of any country.
const Peso = "PESO"

// CurrencyNamed returns the ISO 4217 code of a currency by its name as textnorm.Fold
// returns it, "$" for a dollar and Peso for a peso. It is empty for other names that
// several countries share.
func CurrencyNamed(name string) string { return currencyNames()[name] }
