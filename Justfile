# Each recipe is one plain command; just is only a short way to type it.

build:
    CGO_ENABLED=0 go build -trimpath -tags=nethttpomithttp2 -ldflags=-s -o lineitem .

# while something is changed: format, vet and the short tests of what differs from main
check base="main":
    .ci/check {{base}}

# the converter as a WebAssembly module (WASI), and the same compressed beside it
wasm file="lineitem.wasm":
    convert/wasi/build {{file}}

test:
    go test ./...

# the long form of all tests too
test-all:
    LINEITEM_REQUIRE_ALL=1 go test -timeout 30m ./...

race:
    go test -race -short ./...

bench:
    go test -run '^$' -bench . ./...

# "lineitem convert" beside "pdftotext -bbox" on the PDFs of a folder
peer folder="testdata/orders":
    LINEITEM_PEER_FOLDER={{folder}} go test -run '^$' -bench Peer .

# how right the conversions of a folder with truth are: just accuracy FOLDER -o report.html
accuracy folder *flags:
    CGO_ENABLED=0 go run . accuracy {{folder}} {{flags}}

# our recogniser beside native Tesseract on the pictures of a folder (an absolute path)
ocr-peer folder=(justfile_directory() / "testdata/pictures"):
    LINEITEM_OCR_FOLDER={{folder}} go test -run '^$' -bench OCRPeer -benchtime 1x -timeout 2h ./convert

# one fuzz target: just fuzz ./convert/serve FuzzJSON
fuzz package target time="1m":
    go test -run '^$' -fuzz '^{{target}}$' -fuzztime {{time}} {{package}}

# the recogniser's WebAssembly, and the guests of the tests
ocr:
    plugins/ocr/build && plugins/testdata/build && testdata/mapper/build

# an example of a mapper in c, rust or go: just mapper go odoo.wasm
mapper language file:
    plugins/mapper/build {{language}} {{file}}

# the examples of mappers that the tests have, by Debian 12's compilers
mappers:
    plugins/mapper/build c testdata/mapper/examples/c.wasm
    RUSTC=/usr/bin/rustc plugins/mapper/build rust testdata/mapper/examples/rust.wasm

# what the examples add to a conversion, and what their first run takes
mapper-bench:
    go test -run '^$' -bench Examples ./plugins

lint:
    go vet ./... && go tool staticcheck ./...

# archives for five platforms, with lists of what is in them and checksums: just release FOLDER
release folder:
    go run ./convert/cli/release archives {{folder}}

# an image for containers, of this machine's processor or another: just image FILE arm64
image file *arch:
    go run ./convert/cli/release image {{file}} {{arch}}

serve:
    CGO_ENABLED=0 go run . serve

# all that is checked before a change is taken in
ci:
    .ci/run
