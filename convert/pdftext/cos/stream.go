package cos

import (
	"errors"

	"lineitem/convert/doc"
)

// maxFilters is the greatest number of filters that one stream may chain.
const maxFilters = 16

// inputShare is how many bytes may be read per byte of Limits.TotalBytes: otherwise any
// number of streams could read the same megabytes again, and yield nothing.
const inputShare = 2

// decoded is the result of Data for a stream.
type decoded struct {
	stream *Stream
	data   []byte
	err    error
}

// Data implements File. The data belongs to the Reader and must not be changed.
// Streams made by the caller are decoded as well; their filters and
// parameters may be abbreviated as in inline images.
func (r *Reader) Data(s *Stream) ([]byte, error) {
	if s == nil {
		return nil, nil
	}
	if s.Ref == (Ref{}) {
		return r.decode(s)
	}
	if kept, ok := r.decoded.get(s.Ref.Num); ok && kept.stream == s {
		return kept.data, kept.err
	}
	data, err := r.decode(s)
	r.decoded.put(s.Ref.Num, decoded{s, data, err}, len(data))
	return data, err
}

// decode decrypts and decodes a stream's data (PDF 32000-1, 7.4). Each filter
// continues with the output of the one before it, even if that is damaged.
func (r *Reader) decode(s *Stream) ([]byte, error) {
	var room [4]filter
	filters, err := r.filters(room[:0], s.Dict)
	if err != nil {
		return nil, err
	}
	if r.inflate <= 0 {
		return nil, r.exceed("decoded bytes", r.limits.TotalBytes)
	}
	data := s.Raw
	if c, ok := s.Impl.(*crypt); ok {
		data = c.decryptStream(s, filters)
		r.inflate -= len(data)
	}
	// Nothing is resolved from here on, so the scratch buffers are not used by other calls.
	scratch := 0
	filtered := false
	for _, f := range filters {
		if f.name == "Crypt" {
			continue
		}
		limit := min(r.limits.StreamBytes, r.inflate)
		if limit <= 0 {
			return nil, r.exceed("decoded bytes", r.limits.TotalBytes)
		}
		out, filterErr := f.apply(r.scratch[scratch][:0], data, limit)
		if cap(out) <= keptBytes {
			r.scratch[scratch] = out
		}
		r.inflate -= max(len(out), len(data)/inputShare)
		var unsupported *doc.UnsupportedError
		if errors.As(filterErr, &unsupported) {
			return nil, filterErr
		}
		if filterErr == error(errTooLong) {
			filterErr = r.exceed("decoded bytes", limit)
		}
		if err == nil {
			err = filterErr
		}
		data, filtered = out, true
		scratch = 1 - scratch
	}
	if filtered {
		data = append(make([]byte, 0, len(data)), data...)
	}
	return data, err
}

// filter is one filter of a stream with its parameters.
type filter struct {
	name      Name
	predictor predictor
	early     bool // EarlyChange of LZWDecode
	crypt     Name // the crypt filter that Crypt names
}

// filters appends a stream's filters, by their full names.
func (r *Reader) filters(list []filter, dict Dict) ([]filter, error) {
	names := r.Resolve(first(dict, "Filter", "F"))
	params := r.Resolve(first(dict, "DecodeParms", "DP"))
	array, ok := names.(Array)
	if !ok {
		name, ok := names.(Name)
		if !ok {
			return list, nil
		}
		if array, ok := params.(Array); ok && len(array) > 0 {
			params = array[0]
		}
		return append(list, r.filter(name, params)), nil
	}
	if len(array) > maxFilters {
		return nil, r.exceed("filters", maxFilters)
	}
	paramList, _ := params.(Array)
	for i := range array {
		name, _ := r.Resolve(array[i]).(Name)
		var param Object
		switch {
		case i < len(paramList):
			param = paramList[i]
		case len(array) == 1:
			param = params
		}
		list = append(list, r.filter(name, param))
	}
	return list, nil
}

func (r *Reader) filter(name Name, params Object) filter {
	f := filter{name: fullName(name), predictor: predictor{1, 1, 8, 1}, early: true, crypt: "Identity"}
	dict, _ := r.Resolve(params).(Dict)
	if len(dict) == 0 {
		return f
	}
	for _, parameter := range [...]struct {
		key   Name
		value *int
	}{
		{"Predictor", &f.predictor.kind},
		{"Colors", &f.predictor.colors},
		{"BitsPerComponent", &f.predictor.bits},
		{"Columns", &f.predictor.columns},
	} {
		if n, ok := number(r.Resolve(dict[parameter.key])); ok {
			*parameter.value = n
		}
	}
	if n, ok := number(r.Resolve(dict["EarlyChange"])); ok {
		f.early = n != 0
	}
	if name, ok := r.Resolve(dict["Name"]).(Name); ok {
		f.crypt = name
	}
	return f
}

// fullName returns a filter's name without abbreviation (PDF 32000-1, Table 94).
func fullName(name Name) Name {
	switch name {
	case "AHx":
		return "ASCIIHexDecode"
	case "A85":
		return "ASCII85Decode"
	case "LZW":
		return "LZWDecode"
	case "Fl":
		return "FlateDecode"
	case "RL":
		return "RunLengthDecode"
	case "CCF":
		return "CCITTFaxDecode"
	case "DCT":
		return "DCTDecode"
	}
	return name
}

// apply appends decoded data to out, which is empty, up to limit bytes.
func (f *filter) apply(out, data []byte, limit int) ([]byte, error) {
	var err error
	switch f.name {
	case "FlateDecode":
		out, err = inflate(out, data, limit)
	case "LZWDecode":
		out, err = unLZW(out, data, limit, f.early)
	case "ASCII85Decode":
		return unASCII85(out, data, limit)
	case "ASCIIHexDecode":
		return unASCIIHex(out, data, limit)
	case "RunLengthDecode":
		return unRunLength(out, data, limit)
	default:
		return nil, &doc.UnsupportedError{Feature: "the stream filter " + f.name.Shown()}
	}
	out, predictErr := unpredict(out, f.predictor)
	if err == nil {
		err = predictErr
	}
	return out, err
}
