#include "textflag.h"

// ADD8 adds the product of the input, which stands in all of Y8, and eight of its weights to
// eight outputs.
#define ADD8(offset, temporary, sum) \
	VMULPS offset(DX)(R8*4), Y8, temporary \
	VADDPS temporary, sum, sum

// func addThriceLanesAVX(y *[3 * lanes]float32, x []float32, at []uint16, w []float32, stride int)
TEXT ·addThriceLanesAVX(SB), NOSPLIT, $0-88
	MOVQ    y+0(FP), DI
	MOVQ    x_base+8(FP), BX
	MOVQ    at_base+32(FP), SI
	MOVQ    at_len+40(FP), CX
	MOVQ    w_base+56(FP), DX
	MOVQ    stride+80(FP), R9
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	VMOVUPS 128(DI), Y4
	VMOVUPS 160(DI), Y5
	TESTQ   CX, CX
	JZ      thriceReady

thriceNext:
	MOVWLZX      (SI), R8
	VBROADCASTSS (BX)(R8*4), Y8
	IMULQ        R9, R8
	ADD8(0, Y9, Y0)
	ADD8(32, Y10, Y1)
	ADD8(64, Y11, Y2)
	ADD8(96, Y12, Y3)
	ADD8(128, Y13, Y4)
	ADD8(160, Y14, Y5)
	ADDQ         $2, SI
	DECQ         CX
	JNZ          thriceNext

thriceReady:
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VMOVUPS Y4, 128(DI)
	VMOVUPS Y5, 160(DI)
	VZEROUPPER
	RET

// func addTwiceLanesAVX(y *[2 * lanes]float32, x []float32, at []uint16, w []float32, stride int)
TEXT ·addTwiceLanesAVX(SB), NOSPLIT, $0-88
	MOVQ    y+0(FP), DI
	MOVQ    x_base+8(FP), BX
	MOVQ    at_base+32(FP), SI
	MOVQ    at_len+40(FP), CX
	MOVQ    w_base+56(FP), DX
	MOVQ    stride+80(FP), R9
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	TESTQ   CX, CX
	JZ      twiceReady

twiceNext:
	MOVWLZX      (SI), R8
	VBROADCASTSS (BX)(R8*4), Y8
	IMULQ        R9, R8
	ADD8(0, Y9, Y0)
	ADD8(32, Y10, Y1)
	ADD8(64, Y11, Y2)
	ADD8(96, Y12, Y3)
	ADDQ         $2, SI
	DECQ         CX
	JNZ          twiceNext

twiceReady:
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VZEROUPPER
	RET

// func addLanesAVX(y *[lanes]float32, x []float32, at []uint16, w []float32, stride int)
TEXT ·addLanesAVX(SB), NOSPLIT, $0-88
	MOVQ    y+0(FP), DI
	MOVQ    x_base+8(FP), BX
	MOVQ    at_base+32(FP), SI
	MOVQ    at_len+40(FP), CX
	MOVQ    w_base+56(FP), DX
	MOVQ    stride+80(FP), R9
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	TESTQ   CX, CX
	JZ      ready

next:
	MOVWLZX      (SI), R8
	VBROADCASTSS (BX)(R8*4), Y8
	IMULQ        R9, R8
	ADD8(0, Y9, Y0)
	ADD8(32, Y10, Y1)
	ADDQ         $2, SI
	DECQ         CX
	JNZ          next

ready:
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VZEROUPPER
	RET

// func addFoursSSE(y, x []float32, s float32)
TEXT ·addFoursSSE(SB), NOSPLIT, $0-52
	MOVQ   y_base+0(FP), DI
	MOVQ   y_len+8(FP), CX
	MOVQ   x_base+24(FP), SI
	MOVSS  s+48(FP), X8
	SHUFPS $0, X8, X8
	SHRQ   $2, CX
	JZ     end

four:
	MOVUPS (SI), X0
	MULPS  X8, X0
	MOVUPS (DI), X1
	ADDPS  X0, X1
	MOVUPS X1, (DI)
	ADDQ   $16, SI
	ADDQ   $16, DI
	DECQ   CX
	JNZ    four

end:
	RET

// func addRowsAtOnce(y, w []float32, rows []int32, s float32)
TEXT ·addRowsAtOnce(SB), NOSPLIT, $0-76
	MOVQ   y_base+0(FP), DI
	MOVQ   y_len+8(FP), CX
	MOVQ   w_base+24(FP), SI
	MOVSS  s+72(FP), X8
	SHUFPS $0, X8, X8
	SHRQ   $3, CX
	JZ     added

columns:
	MOVUPS (DI), X0
	MOVUPS 16(DI), X1
	MOVQ   rows_base+48(FP), R8
	MOVQ   rows_len+56(FP), R9

row:
	MOVLQSX (R8), R10
	MOVUPS  (SI)(R10*4), X2
	MULPS   X8, X2
	ADDPS   X2, X0
	MOVUPS  16(SI)(R10*4), X3
	MULPS   X8, X3
	ADDPS   X3, X1
	ADDQ    $4, R8
	DECQ    R9
	JNZ     row
	MOVUPS  X0, (DI)
	MOVUPS  X1, 16(DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	DECQ    CX
	JNZ     columns

added:
	RET

// func addEightsAVX(y, x []float32, s float32)
TEXT ·addEightsAVX(SB), NOSPLIT, $0-52
	MOVQ         y_base+0(FP), DI
	MOVQ         y_len+8(FP), CX
	MOVQ         x_base+24(FP), SI
	VBROADCASTSS s+48(FP), Y8
	SHRQ         $3, CX
	JZ           eightsAdded

eight:
	VMULPS  (SI), Y8, Y0
	VADDPS  (DI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	DECQ    CX
	JNZ     eight

eightsAdded:
	VZEROUPPER
	RET

// func indicesAVX2(at []uint16, x []float32, bits *[256]uint64) int
TEXT ·indicesAVX2(SB), NOSPLIT, $0-64
	MOVQ         at_base+0(FP), DI
	MOVQ         x_base+24(FP), SI
	MOVQ         x_len+32(FP), CX
	MOVQ         bits+48(FP), BX
	MOVQ         DI, DX
	VPXOR        Y0, Y0, Y0
	VPXOR        X1, X1, X1 // the index of the first of eight, in each word
	MOVL         $8, AX
	VMOVD        AX, X2
	VPBROADCASTW X2, X2
	SHRQ         $3, CX
	JZ           indicesFound

eightIndices:
	VCMPPS    $4, (SI), Y0, Y3 // not equal, or not a number
	VMOVMSKPS Y3, AX
	VPMOVZXBW (BX)(AX*8), X4
	VPADDW    X1, X4, X4
	VMOVDQU   X4, (DI)
	POPCNTL   AX, AX
	LEAQ      (DI)(AX*2), DI
	VPADDW    X2, X1, X1
	ADDQ      $32, SI
	DECQ      CX
	JNZ       eightIndices

indicesFound:
	SUBQ DX, DI
	SHRQ $1, DI
	MOVQ DI, ret+56(FP)
	VZEROUPPER
	RET

// func reluAVX2(v []float32)
TEXT ·reluAVX2(SB), NOSPLIT, $0-24
	MOVQ v_base+0(FP), DI
	MOVQ v_len+8(FP), CX
	SHRQ $3, CX
	JZ   rectified

rectify:
	VMOVDQU (DI), Y0
	VPSRAD  $31, Y0, Y1
	VPANDN  Y0, Y1, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, DI
	DECQ    CX
	JNZ     rectify

rectified:
	VZEROUPPER
	RET

// func addByteRowsAVX2(y []float32, w []byte, rows []int32, scale, s float32)
TEXT ·addByteRowsAVX2(SB), NOSPLIT, $0-80
	MOVQ         y_base+0(FP), DI
	MOVQ         y_len+8(FP), CX
	MOVQ         w_base+24(FP), SI
	VBROADCASTSS scale+72(FP), Y7
	VBROADCASTSS s+76(FP), Y8
	SHRQ         $3, CX
	JZ           bytesAdded

byteColumns:
	VMOVUPS (DI), Y0
	MOVQ    rows_base+48(FP), R8
	MOVQ    rows_len+56(FP), R9

byteRow:
	MOVLQSX   (R8), R10
	VPMOVSXBD (SI)(R10*1), Y1
	VCVTDQ2PS Y1, Y1
	VMULPS    Y7, Y1, Y1
	VMULPS    Y8, Y1, Y1
	VADDPS    Y1, Y0, Y0
	ADDQ      $4, R8
	DECQ      R9
	JNZ       byteRow
	VMOVUPS   Y0, (DI)
	ADDQ      $32, DI
	ADDQ      $8, SI
	DECQ      CX
	JNZ       byteColumns

bytesAdded:
	VZEROUPPER
	RET
