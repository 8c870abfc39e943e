package plugins_test

import (
	"context"
	"fmt"
	"image"
	"os"

	"lineitem/plugins"
)

// An operator's own recognizer replaces the built-in one.
func ExampleNewOCR() {
	module, err := os.ReadFile("testdata/well.wasm")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	ocr := plugins.NewOCR(plugins.Options{Module: module, Name: "well.wasm"})
	defer ocr.Close(ctx)
	strip := image.NewGray(image.Rect(0, 0, 40, ocr.StripHeight()))
	readings, err := ocr.Recognize(ctx, []*image.Gray{strip})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range readings[0] {
		fmt.Printf("%c in columns %v to %v, confidence %v\n", g.Rune, g.X0, g.X1, g.Confidence)
	}
	// Output: x in columns 0 to 40, confidence 0.5
}
