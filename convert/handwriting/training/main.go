// Command training fits the weights of package handwriting. From the root of the repository,
//
//	go run ./convert/handwriting/training REAL MORE
//
// Handwriting is synthetic: forms, tables and notes are drawn and filled in with fonts of handwriting, unsteadily,
// and made to look scanned or photographed (sheet.go). Print is what else stands on them, and in the folders' scans
// and photos the words that are in the right values. The folders hold documents in docs and their right rows in truth;
// documents that folds.tsv calls handwritten are left out. The fonts are Debian's:
//
//	apt-get install fonts-breip fonts-bwht fonts-dancingscript fonts-dkg-handwriting fonts-ecolier-court fonts-femkeklaver \
//	    fonts-humor-sans fonts-joscelyn fonts-kaushanscript fonts-kiloji fonts-klee fonts-kristi fonts-levien-typoscript \
//	    fonts-rufscript fonts-sjfonts fonts-tomsontalks fonts-yusei-magic
//
// and for print those of plugins/ocr/train. It prints how many words of each kind are taken for handwriting by weights
// that were fitted to other pages. With -draw FILE it draws instead, for inspection, the page with the number that -pages
// gives: as FILE.jpg, and without its handwriting as FILE-print.jpg.
package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// settings holds the flags and arguments of the command line.
type settings struct {
	file, fonts string
	pages       int
	hold, draw  string
	folders     []string
}

func run(args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("training", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.file, "o", "convert/handwriting/weights.bin", "the weights' `file`")
	flags.StringVar(&s.fonts, "fonts", "/usr/share/fonts", "`folder` of fonts")
	flags.IntVar(&s.pages, "pages", 320, "how many pages are made up")
	flags.StringVar(&s.hold, "hold", "", "leave out the documents of this `fold`")
	flags.StringVar(&s.draw, "draw", "", "draw a page to `FILE`.jpg instead")
	if flags.Parse(args) != nil {
		return 2
	}
	s.folders = flags.Args()
	do := s.train
	if s.draw != "" {
		do = s.drawPage
	}
	if err := do(stdout); err != nil {
		fmt.Fprintln(stderr, "training:", err)
		return 1
	}
	return 0
}

func (s *settings) train(stdout io.Writer) error {
	pages, err := s.read()
	if err != nil {
		return err
	}
	data, err := fit(pages, stdout).AppendBinary(nil)
	if err != nil {
		return err
	}
	return os.WriteFile(s.file, data, 0o644)
}

// drawPage draws a page with its handwriting and without it.
func (s *settings) drawPage(io.Writer) error {
	shelf, err := readShelf(s.fonts)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(s.pages), 7))
	drawn := form(rng, shelf)
	for _, name := range [...]string{".jpg", "-print.jpg"} {
		picture, err := drawn.picture(rng)
		if err != nil {
			return err
		}
		f, err := os.Create(s.draw + name)
		if err != nil {
			return err
		}
		if err := errors.Join(jpeg.Encode(f, picture, &jpeg.Options{Quality: 60}), f.Close()); err != nil {
			return err
		}
		drawn.hand = image.NewGray(drawn.hand.Rect)
	}
	return nil
}
