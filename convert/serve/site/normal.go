package site

import (
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/value"
)

// normalize converts the values of a draft to the form in which they are answered, or sets
// what is wrong with them. Numbers, dates and currencies may also be written as on the document.
func (d *draft) normalize(l *value.Locale) {
	for i := range d.Orders {
		o := &d.Orders[i]
		for j := range o.Head {
			o.Head[j].normalize(l)
		}
		for j := range o.Lines {
			for k := range o.Lines[j].Cells {
				o.Lines[j].Cells[k].normalize(l)
			}
		}
	}
}

var decimalForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
})

func (c *draftCell) normalize(l *value.Locale) {
	if c.Value == "" || c.known {
		return
	}
	if utf8.RuneCountInString(c.Value) > convert.DefaultLimits.Cell {
		c.Wrong = "this is too long for a value."
		return
	}
	switch c.field {
	case order.Quantity, order.UnitPrice, order.LineTotal, order.Subtotal, order.Tax, order.Shipping, order.Total:
		c.normalizeNumber(l)
	case order.Discount:
		if !strings.Contains(c.Value, "%") {
			c.normalizeNumber(l)
		}
	case order.PODate, order.DeliveryDate:
		if _, err := time.Parse(time.DateOnly, c.Value); err == nil {
			return
		}
		date, ok := l.Date(c.Value)
		if !ok {
			c.Wrong = "“" + c.Value + "” is not a date. Write it like 2026-11-23."
			return
		}
		c.Value = date
	case order.Currency:
		code := value.Currency(c.Value)
		if len(code) != 3 {
			c.Wrong = "“" + c.Value + "” is not a currency. Write its code, like EUR."
			return
		}
		c.Value = code
	}
}

func (c *draftCell) normalizeNumber(l *value.Locale) {
	if decimalForm().MatchString(c.Value) {
		return
	}
	n, ok := l.Number(c.Value)
	if !ok {
		c.Wrong = "“" + c.Value + "” is not a number. Write it like 1234.50."
		return
	}
	c.Value = n.Text
}

// localeOf returns how a document writes numbers and dates, judged by the words on the
// pictures of its pages.
func localeOf(pictures []convert.PagePicture) *value.Locale {
	var words []*doc.Word
	for i := range pictures {
		for j := range pictures[i].Words {
			words = append(words, &doc.Word{Text: pictures[i].Words[j].Text})
		}
	}
	l := value.LocaleOf(words)
	return &l
}
