package pdfium

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/tetratelabs/wazero/api"

	"lineitem/convert/guestmemory"
)

// Functions are the names of the functions of PDFium that are called; the embedded module exports no others.
// Their arguments and results are documented in PDFium's headers (public/fpdfview.h, fpdf_text.h,
// fpdf_edit.h).
var Functions = []string{
	"_initialize", "malloc", "FPDF_InitLibrary",
	"FPDF_LoadMemDocument", "FPDF_GetLastError", "FPDF_GetPageCount",
	"FPDF_LoadPage", "FPDF_ClosePage", "FPDF_GetPageWidthF", "FPDF_GetPageHeightF", "FPDF_PageToDevice",
	"FPDFBitmap_Create", "FPDFBitmap_Destroy", "FPDFBitmap_FillRect", "FPDFBitmap_GetBuffer", "FPDFBitmap_GetStride",
	"FPDF_RenderPageBitmap",
	"FPDFPage_CountObjects", "FPDFPage_GetObject", "FPDFPageObj_GetType", "FPDFPageObj_GetBounds", "FPDFImageObj_GetImagePixelSize",
	"FPDFText_LoadPage", "FPDFText_ClosePage", "FPDFText_CountChars", "FPDFText_GetUnicode", "FPDFText_GetLooseCharBox",
	"FPDFText_GetMatrix", "FPDFText_GetFontSize", "FPDFText_GetFontWeight", "FPDFText_GetCharOrigin", "FPDFText_GetFillColor",
}

// Codes with which PDFium reports why it cannot open a document (public/fpdfview.h, FPDF_ERR_…).
const (
	errorUnknown  = 1
	errorFile     = 2
	errorFormat   = 3
	errorPassword = 4
	errorSecurity = 5
)

// A fileError is PDFium's code for why it cannot open a document.
type fileError int

func (e fileError) Error() string { return fmt.Sprintf("PDFium's error %d", int(e)) }

// errPage reports that PDFium cannot load a page.
var errPage = errors.New("the page cannot be read")

// instance is a PDFium with its own memory. After an error other than a fileError and errPage its
// state is unknown.
type instance struct {
	module    api.Module
	memory    *guestmemory.Memory
	functions map[string]api.Function
	scratch   uint32 // address where PDFium writes results that it returns by address; room for most numbers
	document  uint64
	page      page // the loaded page; its handle is 0 if there is none
}

// maxResults is the greatest number of values of eight bytes that a function returns by address.
const maxResults = 6

// page is a page that an instance has loaded.
type page struct {
	*instance
	handle uint64
	number int // from 1
}

// start initialises an instance whose module has been instantiated.
func (i *instance) start() error {
	if _, err := i.call("FPDF_InitLibrary"); err != nil {
		return err
	}
	scratch, err := i.malloc(8 * maxResults)
	i.scratch = scratch
	return err
}

// close ends the instance.
func (i *instance) close() {
	i.module.Close(context.Background())
	i.memory.Free()
}

// call calls a function. Of the result, only as many bits are significant as its type has.
func (i *instance) call(name string, arguments ...uint64) (uint64, error) {
	f := i.functions[name]
	if f == nil {
		// A look-up allocates a stack for the function's calls, so its result is kept.
		if f = i.module.ExportedFunction(name); f == nil {
			return 0, fmt.Errorf("PDFium's module has no %s", name)
		}
		i.functions[name] = f
	}
	stack := append(make([]uint64, 0, 12), arguments...)
	if len(stack) == 0 {
		stack = stack[:1]
	}
	if err := f.CallWithStack(context.Background(), stack); err != nil {
		return 0, err
	}
	return stack[0], nil
}

// i32 encodes an argument of type int.
func i32(v int) uint64 { return api.EncodeI32(int32(v)) }

// integer calls a function that returns an int.
func (i *instance) integer(name string, arguments ...uint64) (int, error) {
	v, err := i.call(name, arguments...)
	return int(int32(v)), err
}

// malloc allocates memory in the instance.
func (i *instance) malloc(size int) (uint32, error) {
	address, err := i.call("malloc", i32(size))
	if err == nil && uint32(address) == 0 {
		err = errors.New("PDFium has no memory left")
	}
	return uint32(address), err
}

// get calls a function that returns whether it succeeded, and if so has written n numbers of size bytes
// to consecutive addresses. With each, the address of each number is a separate argument; without it,
// the numbers are one structure. ok reports whether the function succeeded.
func (i *instance) get(name string, n, size int, each bool, arguments ...uint64) (values [maxResults]uint64, ok bool, err error) {
	addresses := 1
	if each {
		addresses = n
	}
	for k := range addresses {
		arguments = append(arguments, uint64(i.scratch)+uint64(k*size))
	}
	success, err := i.integer(name, arguments...)
	if err != nil || success == 0 {
		return values, false, err
	}
	written, ok := i.module.Memory().Read(i.scratch, uint32(n*size))
	if !ok {
		return values, false, errors.New("PDFium's memory is too small")
	}
	for k := range n {
		if size == 8 {
			values[k] = binary.LittleEndian.Uint64(written[8*k:])
		} else {
			values[k] = uint64(binary.LittleEndian.Uint32(written[4*k:]))
		}
	}
	return values, true, nil
}

// float decodes a number of type float.
func float(v uint64) float64 { return float64(math.Float32frombits(uint32(v))) }

// open opens a document, and returns the number of its pages. The error is a fileError if PDFium
// cannot open it.
func (i *instance) open(data []byte) (pages int, err error) {
	// The document is followed by an empty password: most protected files open with it.
	address, err := i.malloc(len(data) + 1)
	if err != nil {
		return 0, err
	}
	memory := i.module.Memory()
	if !memory.Write(address, data) || !memory.WriteByte(address+uint32(len(data)), 0) {
		return 0, errors.New("PDFium's memory is too small")
	}
	i.document, err = i.call("FPDF_LoadMemDocument", uint64(address), i32(len(data)), uint64(address)+uint64(len(data)))
	if err != nil {
		return 0, err
	}
	if uint32(i.document) == 0 {
		reason, err := i.integer("FPDF_GetLastError")
		if err != nil {
			return 0, err
		}
		return 0, fileError(reason)
	}
	return i.integer("FPDF_GetPageCount", i.document)
}

// load loads a page (from 1). Only one is loaded at a time.
func (i *instance) load(number int) (page, error) {
	if i.page.handle != 0 {
		if i.page.number == number {
			return i.page, nil
		}
		if _, err := i.call("FPDF_ClosePage", i.page.handle); err != nil {
			return page{}, err
		}
		i.page = page{}
	}
	handle, err := i.call("FPDF_LoadPage", i.document, i32(number-1))
	if err != nil {
		return page{}, err
	}
	if uint32(handle) == 0 {
		return page{}, errPage
	}
	i.page = page{i, handle, number}
	return i.page, nil
}
