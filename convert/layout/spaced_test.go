package layout

import "testing"

// TestJoinSpaced checks that letters set apart are joined to one word, up to a
// wider gap, a rule or another size.
func TestJoinSpaced(t *testing.T) {
	for _, tt := range []struct {
		name string
		page *sheet
		want string
	}{
		{"letters set apart", newSheet().text(50, 100, "御 見 積 書"), "御見積書"},
		{"two headings", newSheet().text(50, 100, "单").text(61, 100, "位").text(76, 100, "数").text(87, 100, "量"), "单位 | 数量"},
		{"two headings parted by a rule", newSheet().text(50, 100, "单").text(61, 100, "位").text(72, 100, "数").text(83, 100, "量").
			vertical(69, 80, 120).vertical(40, 80, 120).vertical(100, 80, 120).horizontal(80, 40, 100).horizontal(120, 40, 100), "单位 | 数量"},
		{"far apart in one cell", newSheet().text(50, 100, "品").text(125, 100, "名").
			vertical(40, 80, 120).vertical(160, 80, 120).horizontal(80, 40, 160).horizontal(120, 40, 160), "品名"},
		{"far apart", newSheet().text(50, 100, "台").text(125, 100, "只"), "台 | 只"},
		{"letters of other sizes", newSheet().text(50, 100, "订").sized(61, 100, 16, "单"), "订 单"},
		{"an alphabet", newSheet().text(50, 100, "A B 3 台"), "A B 3 台"},
	} {
		if got := tt.page.analyze().shape(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
