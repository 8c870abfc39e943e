package cos

import "bytes"

// definition is an indirect object found by searching the file.
type definition struct {
	number uint32
	offset int
}

// rebuild reconstructs the cross-reference table by searching the whole file for objects and
// trailers. If two objects have the same number, the later one counts.
// It is called when the file is opened, or when an object is not where its offset
// says, twice at most.
func (r *Reader) rebuild() {
	r.rebuilt = true
	r.entries = table{dense: r.entries.dense}
	r.objects.clear()
	r.decoded.clear()
	// Reading intact sections first and then searching for objects duplicates work,
	// which should not count against the budget.
	r.parse = parseBudget(len(r.data))

	containers, tables := r.findObjects()
	if r.trailer["Root"] == nil {
		r.findTrailer(tables)
	}
	if r.crypt == nil && r.openEncryption() != nil {
		return // openCatalog reports what is wrong
	}
	for _, c := range containers {
		r.addCompressed(c)
	}
}

// findObjects sets an entry for each "N G obj". It returns the object streams
// and the cross-reference streams, both in file order.
func (r *Reader) findObjects() (containers, tables []definition) {
	data := r.data
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte("obj"))
		if i < 0 {
			return containers, tables
		}
		at += i + len("obj")
		number, start, ok := headerBefore(data, at-len("obj"))
		if !ok {
			continue
		}
		if r.entries.at(number) == nil && r.entries.length >= r.limits.Objects {
			r.exceed("objects", r.limits.Objects)
			return containers, tables
		}
		r.entries.set(number, entry{place: inFile, offset: start})
		head := objectHead(data[at:])
		if bytes.Contains(head, []byte("/ObjStm")) {
			containers = append(containers, definition{number, start})
		}
		if bytes.Contains(head, []byte("/XRef")) {
			tables = append(tables, definition{number, start})
		}
	}
}

// headerBefore reads "N G " backwards from the keyword "obj" at i.
func headerBefore(data []byte, i int) (num uint32, start int, ok bool) {
	i, _, ok = numberBefore(data, i)
	if !ok {
		return 0, 0, false
	}
	start, n, ok := numberBefore(data, i)
	if !ok || n > maxObjectNumber || start > 0 && class[data[start-1]] == regular && data[start-1] >= '0' {
		return 0, 0, false
	}
	return uint32(n), start, true
}

// numberBefore reads white space and the number before it, backwards from i.
func numberBefore(data []byte, i int) (start, n int, ok bool) {
	const longest = 10 // digits
	blank := i
	for i > 0 && class[data[i-1]] == space {
		i--
	}
	end := i
	for scale := 1; i > 0 && end-i < longest && data[i-1] >= '0' && data[i-1] <= '9'; scale *= 10 {
		i--
		n += int(data[i]-'0') * scale
	}
	return i, n, end < blank && i < end
}

// objectHead returns the beginning of an object, at most its dictionary.
func objectHead(data []byte) []byte {
	const longest = 1024 // bytes; it is enough for the dictionaries of streams, which are short
	head := data[:min(len(data), longest)]
	for _, end := range []string{"endobj", "stream"} {
		if i := bytes.Index(head, []byte(end)); i >= 0 {
			head = head[:i]
		}
	}
	return head
}

// findTrailer assembles the trailer from all trailers and
// cross-reference streams; later ones take precedence.
func (r *Reader) findTrailer(tables []definition) {
	var found []Dict
	for at := 0; r.mayParse(); {
		i := bytes.Index(r.data[at:], []byte("trailer"))
		if i < 0 {
			break
		}
		at += i + len("trailer")
		r.lex.begin(at)
		if dict, ok := r.lex.value().(Dict); ok {
			found = append(found, dict)
		}
		r.spend(&r.lex, at)
	}
	for _, t := range tables {
		if _, value, _ := r.parseAt(t.offset); value != nil {
			if stream, ok := value.(*Stream); ok {
				found = append(found, stream.Dict)
			}
		}
	}
	r.trailer = nil
	for i := len(found) - 1; i >= 0; i-- {
		r.addTrailer(found[i])
	}
	if r.trailer == nil {
		r.trailer = Dict{}
	}
}

// addCompressed sets entries for the objects in an object stream, unless they
// are defined later in the file.
func (r *Reader) addCompressed(c definition) {
	if e := r.entries.at(c.number); e == nil || e.place != inFile || e.offset != c.offset {
		return // replaced by a later object
	}
	s := r.objectStream(c.number)
	if s == nil {
		return
	}
	for i, number := range s.numbers {
		if e := r.entries.at(number); e != nil {
			// Object streams are processed in file order.
			if e.place == inFile && e.offset > c.offset {
				continue
			}
		} else if r.entries.length >= r.limits.Objects {
			r.exceed("objects", r.limits.Objects)
			return
		}
		r.entries.set(number, entry{place: compressed, offset: int(c.number), index: uint32(i)})
	}
}

// adoptCatalog searches for a catalog, or else for the root of a page tree, or
// else for pages. It is used if the trailer is lost or refers to no catalog.
func (r *Reader) adoptCatalog() bool {
	var catalog, tree Object
	var pages Array
	r.entries.each(func(number uint32) {
		ref := Ref{Num: number}
		dict, _ := r.Resolve(ref).(Dict)
		switch dict["Type"] {
		case Name("Catalog"):
			if _, ok := r.Resolve(dict["Pages"]).(Dict); ok {
				catalog = ref
			}
		case Name("Pages"):
			if dict["Parent"] == nil {
				tree = ref
			}
		case Name("Page"):
			pages = append(pages, ref)
		}
	})
	switch {
	case catalog != nil:
		r.trailer["Root"] = catalog
	case tree != nil:
		r.trailer["Root"] = Dict{"Type": Name("Catalog"), "Pages": tree}
	case len(pages) > 0:
		r.trailer["Root"] = Dict{"Type": Name("Catalog"), "Pages": Dict{
			"Type": Name("Pages"), "Kids": pages, "Count": int64(len(pages))}}
	default:
		return false
	}
	return true
}
