package site

import (
	"fmt"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/quota"
)

// Vertical measures of the chart, in pixels. Widths are percentages of the page's width,
// so that the chart's text stays as large as that of the page on any screen; the style
// sheet leaves room beside the chart for the numbers.
const (
	plotTop, plotBottom = 10, 150
	chartHeight         = 176
	labelEvery          = 7 // days between two labels, back from the last day
)

// chart returns a chart of the conversions of each day as bars; the part that took
// credits has a class of its own. A table on the page has the same figures.
func chart(days []quota.DayUsage) template.HTML {
	most, total, credits := 0, 0, 0
	for _, d := range days {
		most, total, credits = max(most, d.Conversions), total+d.Conversions, credits+d.FromCredits
	}
	top := niceTop(most)
	y := func(n int) float64 { return plotBottom - float64(n)/float64(top)*(plotBottom-plotTop) }
	slot := 100 / float64(max(1, len(days))) // percent

	var b strings.Builder
	fmt.Fprintf(&b, `<svg id="usage" class="chart" width="100%%" height="%d" role="img" aria-labelledby="usage-title usage-desc">`, chartHeight)
	fmt.Fprintf(&b, "\n<title id=\"usage-title\">Conversions of the last %d days</title>\n", len(days))
	fmt.Fprintf(&b, "<desc id=\"usage-desc\">%s in all, at most %s on one day. The table below has the figures.</desc>\n", countText(total), countText(most))
	for _, n := range []int{0, top / 2, top} {
		fmt.Fprintf(&b, `<line class="grid" x1="0" x2="100%%" y1="%.1f" y2="%.1f"/><text class="axis end" x="-8" y="%.1f">%s</text>`+"\n",
			y(n), y(n), y(n)+4, countText(n))
	}
	for i, d := range days {
		x := slot * float64(i)
		if d.Conversions > 0 {
			plan := max(0, d.Conversions-d.FromCredits)
			fmt.Fprintf(&b, `<g><title>%s: %s, %s with credits</title>`, dayText(d.Day), countText(d.Conversions), countText(d.FromCredits))
			bar(&b, "plan", x+slot*.14, slot*.72, y(plan), plotBottom)
			bar(&b, "credits", x+slot*.14, slot*.72, y(d.Conversions), y(plan))
			b.WriteString("</g>\n")
		}
		if last := len(days) - 1; (last-i)%labelEvery == 0 {
			class, at := "axis middle", x+slot/2
			if i == last {
				class, at = "axis end", 100.0
			}
			fmt.Fprintf(&b, `<text class="%s" x="%.2f%%" y="%d">%s</text>`+"\n", class, at, plotBottom+18, d.Day.UTC().Format("2 Jan"))
		}
	}
	b.WriteString("</svg>\n")
	if credits > 0 {
		b.WriteString(`<p class="legend"><span class="plan">from the plan</span> <span class="credits">with credits</span></p>`)
	}
	return template.HTML(b.String()) // numbers and dates only
}

func bar(b *strings.Builder, class string, x, width, top, bottom float64) {
	if bottom > top {
		fmt.Fprintf(b, `<rect class="%s" x="%.2f%%" width="%.2f%%" y="%.1f" height="%.1f"/>`, class, x, width, top, bottom-top)
	}
}

// niceTop returns the least of 2, 4, 10, 20, 40, 100, ... that is not below n, so that
// its half is an integer too.
func niceTop(n int) int {
	for unit := 1; ; unit *= 10 {
		for _, step := range []int{2, 4, 10} {
			if top := step * unit; top >= n {
				return top
			}
		}
	}
}
