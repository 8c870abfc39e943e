package neural

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPack checks that packing a layer does not change its results.
func TestPack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, out := range []int{1, 3, 8, 10} {
		l := new(Network).Layer(7, out)
		l.randomize(random)
		x := new(Tape).matrix(5, 7)
		for i := range x.Values {
			x.Values[i] = max(0, float32(random.NormFloat64()))
		}
		want := new(Tape).Apply(l, x, true)
		l.pack()
		got := new(Tape).Apply(l, x, true)
		for i := range want.Values {
			if math.Abs(float64(got.Values[i]-want.Values[i])) > 1e-5 {
				t.Fatalf("a packed layer of %d gives %v, want %v", out, got.Values, want.Values)
			}
		}
	}
}

// TestApplyJoined checks that a packed layer, which joins its sources on the fly,
// gives the same results as joining them first.
func TestApplyJoined(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	x, means := new(Tape).matrix(6, 5), new(Tape).matrix(2, 3)
	for _, m := range []*Matrix{x, means} {
		for i := range m.Values {
			m.Values[i] = float32(random.NormFloat64())
		}
	}
	sources := []Input{{X: x}, {X: x, Index: []int32{1, 1, 1, 4, -1, 5}}, {X: means, Index: []int32{0, 0, 1, 1, -1, 0}}}
	l := new(Network).Layer(5+5+3, 6)
	l.randomize(random)
	want := new(Tape).ApplyConcat(l, 6, true, sources...)
	l.pack()
	got := new(Tape).ApplyConcat(l, 6, true, sources...)
	for i := range want.Values {
		if math.Abs(float64(got.Values[i]-want.Values[i])) > 1e-5 {
			t.Fatalf("ApplyConcat of a packed layer gives %v, want %v", got.Values, want.Values)
		}
	}
}

// TestAddTerms checks that terms are added in order, however many outputs are computed at
// a time.
func TestAddTerms(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for out := lanes; out <= 6*lanes; out += lanes {
		for _, in := range []int{0, 1, 7, 8, 29} {
			x, w, y := make([]float32, in), make([]float32, in*out), make([]float32, out)
			for _, v := range [][]float32{x, w, y} {
				for i := range v {
					v[i] = max(0, float32(random.NormFloat64()))
				}
			}
			want := slices.Clone(y)
			for i, v := range x {
				for o := range want {
					want[o] += v * w[i*out+o]
				}
			}
			if addTerms(y, x, appendIndices(make([]uint16, 0, in+lanes), x), w); !slices.Equal(y, want) {
				t.Errorf("addTerms of %d inputs gives %v, want %v", in, y, want)
			}
		}
	}
}

func TestAddScaled(t *testing.T) {
	for n := range 14 {
		x, y, want := make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(i)+0.1, float32(i)*0.7
			want[i] = y[i] + 0.3*x[i]
		}
		if addScaled(y, x, 0.3); !slices.Equal(y, want) {
			t.Errorf("addScaled of %d numbers gives %v, want %v", n, y, want)
		}
	}
}

// TestAtOnce checks that vector operations give the same results as computing
// elements one by one.
func TestAtOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for n := range 67 {
		x := make([]float32, n)
		for i := range x {
			x[i] = max(-0.5, float32(random.NormFloat64())) * float32(random.IntN(2))
		}
		var indices []uint16
		for i, v := range x {
			if v != 0 {
				indices = append(indices, uint16(i))
			}
		}
		if got := appendIndices(make([]uint16, 0, n+lanes), x); !slices.Equal(got, indices) {
			t.Errorf("appendIndices of %v gives %v, want %v", x, got, indices)
		}
		rectified := slices.Clone(x)
		for i, v := range x {
			rectified[i] = max(v, 0)
		}
		if relu(x); !slices.Equal(x, rectified) {
			t.Errorf("relu gives %v, want %v", x, rectified)
		}
	}
}

// TestAddByteRows checks that summing embeddings in their stored form gives the
// same as summing unpacked weights.
func TestAddByteRows(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for _, columns := range []int{4, 8, 16} {
		stored, rows := make([]byte, 7*columns), []int32{0, int32(5 * columns), int32(columns), int32(5 * columns)}
		for i := range stored {
			stored[i] = byte(random.IntN(256))
		}
		packed, unpacked := &Table{columns: columns, w: tensor{stored: stored, scale: 0.013}}, &Table{columns: columns, w: tensor{stored: stored, scale: 0.013}}
		unpacked.w.unpack()
		got, want := make([]float32, columns), make([]float32, columns)
		packed.add(got, rows, 0.7)
		if unpacked.add(want, rows, 0.7); !slices.Equal(got, want) {
			t.Errorf("rows of %d bytes give %v, want %v", columns, got, want)
		}
	}
}
