# Each recipe is one plain command; just is only a short way to type it.

build:
    CGO_ENABLED=0 go build -trimpath -ldflags=-s -o lineitem .

test:
    go test ./...

race:
    go test -race -short ./...

bench:
    go test -run '^$' -bench . ./...

# "lineitem convert" beside "pdftotext -bbox" on the PDFs of a folder
peer folder="testdata/orders":
    LINEITEM_PEER_FOLDER={{folder}} go test -run '^$' -bench Peer .

# our recogniser beside native Tesseract on the pictures of a folder (an absolute path)
ocr-peer folder=(justfile_directory() / "testdata/pictures"):
    LINEITEM_OCR_FOLDER={{folder}} go test -run '^$' -bench OCRPeer -benchtime 1x -timeout 2h ./convert

# one fuzz target: just fuzz ./convert/serve FuzzJSON
fuzz package target time="1m":
    go test -run '^$' -fuzz '^{{target}}$' -fuzztime {{time}} {{package}}

# the recogniser's WebAssembly, and the guests of the tests
ocr:
    plugins/ocr/build && plugins/testdata/build

lint:
    go vet ./... && go tool staticcheck ./...

serve:
    CGO_ENABLED=0 go run . serve

# all that is checked before a change is taken in
ci:
    .ci/run
