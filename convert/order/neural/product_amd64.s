#include "textflag.h"

// ADD adds the product of the input, which stands in all of X8, and four weights to
// four outputs.
#define ADD(offset, temporary, sum) \
	MOVUPS offset(DX), temporary \
	MULPS  X8, temporary         \
	ADDPS  temporary, sum

// func addLanesSSE(y *[lanes]float32, x, w []float32, stride int)
TEXT ·addLanesSSE(SB), NOSPLIT, $0-64
	MOVQ   y+0(FP), DI
	MOVQ   x_base+8(FP), SI
	MOVQ   x_len+16(FP), CX
	MOVQ   w_base+32(FP), DX
	MOVQ   stride+56(FP), R8
	SHLQ   $2, R8
	MOVUPS 0(DI), X0
	MOVUPS 16(DI), X1
	MOVUPS 32(DI), X2
	MOVUPS 48(DI), X3
	TESTQ  CX, CX
	JZ     done

input:
	MOVSS  (SI), X8
	SHUFPS $0, X8, X8
	ADD(0, X9, X0)
	ADD(16, X10, X1)
	ADD(32, X11, X2)
	ADD(48, X12, X3)
	ADDQ   $4, SI
	ADDQ   R8, DX
	DECQ   CX
	JNZ    input

done:
	MOVUPS X0, 0(DI)
	MOVUPS X1, 16(DI)
	MOVUPS X2, 32(DI)
	MOVUPS X3, 48(DI)
	RET

// ADD8 is ADD with eight weights and outputs, and the input in all of Y8.
#define ADD8(offset, temporary, sum) \
	VMULPS offset(DX), Y8, temporary \
	VADDPS temporary, sum, sum

// func addLanesAVX(y *[lanes]float32, x, w []float32, stride int)
TEXT ·addLanesAVX(SB), NOSPLIT, $0-64
	MOVQ    y+0(FP), DI
	MOVQ    x_base+8(FP), SI
	MOVQ    x_len+16(FP), CX
	MOVQ    w_base+32(FP), DX
	MOVQ    stride+56(FP), R8
	SHLQ    $2, R8
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	TESTQ   CX, CX
	JZ      ready

next:
	VBROADCASTSS (SI), Y8
	ADD8(0, Y9, Y0)
	ADD8(32, Y10, Y1)
	ADDQ         $4, SI
	ADDQ         R8, DX
	DECQ         CX
	JNZ          next

ready:
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VZEROUPPER
	RET

// func addTwiceLanesAVX(y *[2 * lanes]float32, x, w []float32, stride int)
TEXT ·addTwiceLanesAVX(SB), NOSPLIT, $0-64
	MOVQ    y+0(FP), DI
	MOVQ    x_base+8(FP), SI
	MOVQ    x_len+16(FP), CX
	MOVQ    w_base+32(FP), DX
	MOVQ    stride+56(FP), R8
	SHLQ    $2, R8
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	TESTQ   CX, CX
	JZ      twiceReady

twiceNext:
	VBROADCASTSS (SI), Y8
	ADD8(0, Y9, Y0)
	ADD8(32, Y10, Y1)
	ADD8(64, Y11, Y2)
	ADD8(96, Y12, Y3)
	ADDQ         $4, SI
	ADDQ         R8, DX
	DECQ         CX
	JNZ          twiceNext

twiceReady:
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
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
