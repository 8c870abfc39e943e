package browsertest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lineitem/convert/cli/clitest"
)

var updatePicture = flag.Bool("picture", false, "draw the picture in README.md again")

// The picture in README.md shows the page that the program writes today: a picture of
// the page has the same size, and the page has the text that was stored when the picture
// was drawn. Pixels are not compared, since fonts differ from one machine to the next.
// This command draws the picture again:
//
//	go test ./convert/cli/browsertest -run Picture -picture
func TestPictureInREADME(t *testing.T) {
	b := startBrowser(t)
	t.Setenv("LINEITEM_CACHE", clitest.WarmCache(t))
	folder := clitest.Testdata()
	out := filepath.Join(t.TempDir(), "italian-spreadsheet.html")
	clitest.Output(t, "inspect", filepath.Join(folder, "orders", "italian-spreadsheet.pdf"), "-o", out)
	p := b.visit(t, "file://"+filepath.ToSlash(out))
	p.do(chromedp.EmulateViewport(1280, 820))
	p.open("")
	p.do(chromedp.Focus(chromedp.CSS(`section.inspect td[data-row="3"][data-key="line_total"] a`)))
	p.await(`document.querySelector("section.inspect .told").textContent.includes("48")`)

	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	fmt.Fprintln(&text, eval[string](p, `document.querySelector("h1").textContent.trim()`))
	for _, c := range p.cells() {
		fmt.Fprintf(&text, "%d %s: %s\n", c.Row, c.Key, squeeze(c.Text))
	}

	file, textFile := filepath.Join(folder, "inspect.png"), filepath.Join(folder, "inspect.txt")
	if *updatePicture {
		for name, data := range map[string][]byte{file: picture, textFile: []byte(text.String())} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	const again = "; go test ./convert/cli/browsertest -run Picture -picture draws it again"
	kept, err := os.ReadFile(textFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != text.String() {
		t.Errorf("the picture shows\n%s\nwhere the page has\n%s%s", kept, &text, again)
	}
	shown, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.DecodeConfig(bytes.NewReader(shown))
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	if got.Width != want.Width || got.Height != want.Height {
		t.Errorf("the picture has %d x %d pixels, want %d x %d%s", got.Width, got.Height, want.Width, want.Height, again)
	}
}
