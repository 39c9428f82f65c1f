#include "textflag.h"

// The vector kernels of kernels.go for AVX. They multiply and add in the order
// of the Go versions, without fused operations, and so return the same bits.

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (low uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, low+0(FP)
	RET

// One row of a tile eight wide: the row's number times eight columns.
#define ROW8(offset, left, right) \
	VBROADCASTSD offset(SI), Y10;  \
	VMULPD       Y8, Y10, Y11;     \
	VADDPD       Y11, left, left;  \
	VMULPD       Y9, Y10, Y12;     \
	VADDPD       Y12, right, right

// Adds a row of a tile to memory.
#define STORE8(left, right) \
	VADDPD  (DI), left, left;     \
	VMOVUPD left, (DI);           \
	VADDPD  32(DI), right, right; \
	VMOVUPD right, 32(DI);        \
	ADDQ    DX, DI

// func tile8AVX(m *float64, stride int, x *float64, ldx int, w *float64, ldw, n int)
TEXT ·tile8AVX(SB), NOSPLIT, $0-56
	MOVQ   m+0(FP), DI
	MOVQ   stride+8(FP), DX
	MOVQ   x+16(FP), SI
	MOVQ   ldx+24(FP), AX
	MOVQ   w+32(FP), R8
	MOVQ   ldw+40(FP), BX
	MOVQ   n+48(FP), CX
	SHLQ   $3, DX
	SHLQ   $3, AX
	SHLQ   $3, BX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	TESTQ  CX, CX
	JLE    tile8store

tile8step:
	VMOVUPD (R8), Y8
	VMOVUPD 32(R8), Y9
	ROW8(0, Y0, Y1)
	ROW8(8, Y2, Y3)
	ROW8(16, Y4, Y5)
	ROW8(24, Y6, Y7)
	ADDQ    AX, SI
	ADDQ    BX, R8
	DECQ    CX
	JNZ     tile8step

tile8store:
	STORE8(Y0, Y1)
	STORE8(Y2, Y3)
	STORE8(Y4, Y5)
	STORE8(Y6, Y7)
	VZEROUPPER
	RET

#define ROW4(offset, sum) \
	VBROADCASTSD offset(SI), Y10; \
	VMULPD       Y8, Y10, Y11;    \
	VADDPD       Y11, sum, sum

#define STORE4(sum) \
	VADDPD  (DI), sum, sum; \
	VMOVUPD sum, (DI);      \
	ADDQ    DX, DI

// func tile4AVX(m *float64, stride int, x *float64, ldx int, w *float64, ldw, n int)
TEXT ·tile4AVX(SB), NOSPLIT, $0-56
	MOVQ   m+0(FP), DI
	MOVQ   stride+8(FP), DX
	MOVQ   x+16(FP), SI
	MOVQ   ldx+24(FP), AX
	MOVQ   w+32(FP), R8
	MOVQ   ldw+40(FP), BX
	MOVQ   n+48(FP), CX
	SHLQ   $3, DX
	SHLQ   $3, AX
	SHLQ   $3, BX
	VXORPD Y0, Y0, Y0
	VXORPD Y2, Y2, Y2
	VXORPD Y4, Y4, Y4
	VXORPD Y6, Y6, Y6
	TESTQ  CX, CX
	JLE    tile4store

tile4step:
	VMOVUPD (R8), Y8
	ROW4(0, Y0)
	ROW4(8, Y2)
	ROW4(16, Y4)
	ROW4(24, Y6)
	ADDQ    AX, SI
	ADDQ    BX, R8
	DECQ    CX
	JNZ     tile4step

tile4store:
	STORE4(Y0)
	STORE4(Y2)
	STORE4(Y4)
	STORE4(Y6)
	VZEROUPPER
	RET

// func combineAVX(out, x, y *float64, times float64, n int)
TEXT ·combineAVX(SB), NOSPLIT, $0-40
	MOVQ         out+0(FP), DI
	MOVQ         x+8(FP), R8
	MOVQ         y+16(FP), SI
	VBROADCASTSD times+24(FP), Y0
	MOVQ         n+32(FP), CX
	SUBQ         $16, CX
	JL           combinefew

combinemany:
	VMULPD  (SI), Y0, Y1
	VMULPD  32(SI), Y0, Y2
	VMULPD  64(SI), Y0, Y3
	VMULPD  96(SI), Y0, Y4
	VADDPD  (R8), Y1, Y1
	VADDPD  32(R8), Y2, Y2
	VADDPD  64(R8), Y3, Y3
	VADDPD  96(R8), Y4, Y4
	VMOVUPD Y1, (DI)
	VMOVUPD Y2, 32(DI)
	VMOVUPD Y3, 64(DI)
	VMOVUPD Y4, 96(DI)
	ADDQ    $128, SI
	ADDQ    $128, R8
	ADDQ    $128, DI
	SUBQ    $16, CX
	JGE     combinemany

combinefew:
	ADDQ $12, CX
	JL   combinerest

combinefour:
	VMULPD  (SI), Y0, Y1
	VADDPD  (R8), Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ    $32, SI
	ADDQ    $32, R8
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     combinefour

combinerest:
	ADDQ $4, CX
	JLE  combinedone

combineone:
	VMULSD (SI), X0, X1
	VADDSD (R8), X1, X1
	VMOVSD X1, (DI)
	ADDQ   $8, SI
	ADDQ   $8, R8
	ADDQ   $8, DI
	DECQ   CX
	JNZ    combineone

combinedone:
	VZEROUPPER
	RET

// func productAVX(out, x, y *float64, n int)
TEXT ·productAVX(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R8
	MOVQ n+24(FP), CX
	SUBQ $4, CX
	JL   productrest

productfour:
	VMOVUPD (SI), Y1
	VMULPD  (R8), Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ    $32, SI
	ADDQ    $32, R8
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     productfour

productrest:
	ADDQ $4, CX
	JLE  productdone

productone:
	VMOVSD (SI), X1
	VMULSD (R8), X1, X1
	VMOVSD X1, (DI)
	ADDQ   $8, SI
	ADDQ   $8, R8
	ADDQ   $8, DI
	DECQ   CX
	JNZ    productone

productdone:
	VZEROUPPER
	RET

// func hornerAVX(sum, row *float64, stride, rows, cols int, decay float64)
//
// Columns go sixteen at a time, then four and one, each through all rows with its sums
// in registers.
TEXT ·hornerAVX(SB), NOSPLIT, $0-48
	MOVQ         sum+0(FP), DI
	MOVQ         row+8(FP), R8
	MOVQ         stride+16(FP), DX
	MOVQ         rows+24(FP), R9
	MOVQ         cols+32(FP), CX
	VBROADCASTSD decay+40(FP), Y0
	SHLQ         $3, DX
	TESTQ        R9, R9
	JLE          hornerdone
	SUBQ         $16, CX
	JL           hornerfew

hornermany:
	MOVQ    R8, SI
	MOVQ    R9, AX
	VMOVUPD (DI), Y1
	VMOVUPD 32(DI), Y2
	VMOVUPD 64(DI), Y3
	VMOVUPD 96(DI), Y4

hornermanystep:
	VMULPD Y0, Y1, Y1
	VMULPD Y0, Y2, Y2
	VMULPD Y0, Y3, Y3
	VMULPD Y0, Y4, Y4
	VADDPD (SI), Y1, Y1
	VADDPD 32(SI), Y2, Y2
	VADDPD 64(SI), Y3, Y3
	VADDPD 96(SI), Y4, Y4
	ADDQ   DX, SI
	DECQ   AX
	JNZ    hornermanystep

	VMOVUPD Y1, (DI)
	VMOVUPD Y2, 32(DI)
	VMOVUPD Y3, 64(DI)
	VMOVUPD Y4, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, R8
	SUBQ    $16, CX
	JGE     hornermany

hornerfew:
	ADDQ $12, CX
	JL   hornerrest

hornerfour:
	MOVQ    R8, SI
	MOVQ    R9, AX
	VMOVUPD (DI), Y1

hornerfourstep:
	VMULPD Y0, Y1, Y1
	VADDPD (SI), Y1, Y1
	ADDQ   DX, SI
	DECQ   AX
	JNZ    hornerfourstep

	VMOVUPD Y1, (DI)
	ADDQ    $32, DI
	ADDQ    $32, R8
	SUBQ    $4, CX
	JGE     hornerfour

hornerrest:
	ADDQ $4, CX
	JLE  hornerdone

hornerone:
	MOVQ   R8, SI
	MOVQ   R9, AX
	VMOVSD (DI), X1

horneronestep:
	VMULSD X0, X1, X1
	VADDSD (SI), X1, X1
	ADDQ   DX, SI
	DECQ   AX
	JNZ    horneronestep

	VMOVSD X1, (DI)
	ADDQ   $8, DI
	ADDQ   $8, R8
	DECQ   CX
	JNZ    hornerone

hornerdone:
	VZEROUPPER
	RET

// func eliminateAVX(top, row *float64, stride, rows, cols int, inverse float64)
TEXT ·eliminateAVX(SB), NOSPLIT, $0-48
	MOVQ   top+0(FP), R8
	MOVQ   row+8(FP), R10
	MOVQ   stride+16(FP), DX
	MOVQ   rows+24(FP), R9
	MOVQ   cols+32(FP), R11
	VMOVSD inverse+40(FP), X5
	SHLQ   $3, DX
	TESTQ  R9, R9
	JLE    eliminatedone

eliminaterow:
	VMULSD       (R10), X5, X0
	VMOVSD       X0, (R10)
	VBROADCASTSD (R10), Y0
	LEAQ         8(R10), DI
	MOVQ         R8, SI
	MOVQ         R11, CX
	SUBQ         $8, CX
	JL           eliminatefew

eliminatemany:
	VMULPD  (SI), Y0, Y1
	VMULPD  32(SI), Y0, Y2
	VMOVUPD (DI), Y3
	VMOVUPD 32(DI), Y4
	VSUBPD  Y1, Y3, Y3
	VSUBPD  Y2, Y4, Y4
	VMOVUPD Y3, (DI)
	VMOVUPD Y4, 32(DI)
	ADDQ    $64, SI
	ADDQ    $64, DI
	SUBQ    $8, CX
	JGE     eliminatemany

eliminatefew:
	ADDQ    $4, CX
	JL      eliminaterest
	VMULPD  (SI), Y0, Y1
	VMOVUPD (DI), Y3
	VSUBPD  Y1, Y3, Y3
	VMOVUPD Y3, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX

eliminaterest:
	ADDQ $4, CX
	JLE  eliminatenext

eliminateone:
	VMULSD (SI), X0, X1
	VMOVSD (DI), X3
	VSUBSD X1, X3, X3
	VMOVSD X3, (DI)
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    eliminateone

eliminatenext:
	ADDQ DX, R10
	DECQ R9
	JNZ  eliminaterow

eliminatedone:
	VZEROUPPER
	RET

// func dotAVX(sums *[4]float64, x, y *float64, n int)
//
// n is a multiple of four.
TEXT ·dotAVX(SB), NOSPLIT, $0-32
	MOVQ   sums+0(FP), DI
	MOVQ   x+8(FP), SI
	MOVQ   y+16(FP), R8
	MOVQ   n+24(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	SUBQ   $16, CX
	JL     dotfew

dotmany:
	VMOVUPD (SI), Y4
	VMOVUPD 32(SI), Y5
	VMOVUPD 64(SI), Y6
	VMOVUPD 96(SI), Y7
	VMULPD  (R8), Y4, Y4
	VMULPD  32(R8), Y5, Y5
	VMULPD  64(R8), Y6, Y6
	VMULPD  96(R8), Y7, Y7
	VADDPD  Y4, Y0, Y0
	VADDPD  Y5, Y1, Y1
	VADDPD  Y6, Y2, Y2
	VADDPD  Y7, Y3, Y3
	ADDQ    $128, SI
	ADDQ    $128, R8
	SUBQ    $16, CX
	JGE     dotmany

dotfew:
	ADDQ $16, CX
	JLE  dotsum

dotfour:
	VMOVUPD (SI), Y4
	VMULPD  (R8), Y4, Y4
	VADDPD  Y4, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $32, R8
	SUBQ    $4, CX
	JG      dotfour

dotsum:
	VADDPD  Y2, Y0, Y0
	VADDPD  Y3, Y1, Y1
	VADDPD  Y1, Y0, Y0
	VMOVUPD Y0, (DI)
	VZEROUPPER
	RET

// func dotsAVX(out, m *float64, ld int, x *float64, rows, n int)
//
// Four rows at a time, which rows is a multiple of; the numbers beyond the last four of
// a row go to the first of its four parts, as in dot.
TEXT ·dotsAVX(SB), NOSPLIT, $0-48
	MOVQ out+0(FP), DI
	MOVQ m+8(FP), SI
	MOVQ ld+16(FP), DX
	MOVQ x+24(FP), R8
	MOVQ rows+32(FP), R9
	MOVQ n+40(FP), BX
	SHLQ $3, DX
	SHLQ $3, BX
	MOVQ BX, R13
	ANDQ $~31, R13

dotsrows:
	LEAQ   (SI)(DX*1), R10
	LEAQ   (SI)(DX*2), R11
	LEAQ   (R10)(DX*2), R12
	XORQ   AX, AX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	JMP    dotsfourtest

dotsfour:
	VMOVUPD (R8)(AX*1), Y4
	VMULPD  (SI)(AX*1), Y4, Y5
	VMULPD  (R10)(AX*1), Y4, Y6
	VMULPD  (R11)(AX*1), Y4, Y7
	VMULPD  (R12)(AX*1), Y4, Y8
	VADDPD  Y5, Y0, Y0
	VADDPD  Y6, Y1, Y1
	VADDPD  Y7, Y2, Y2
	VADDPD  Y8, Y3, Y3
	ADDQ    $32, AX

dotsfourtest:
	CMPQ AX, R13
	JLT  dotsfour
	JMP  dotsonetest

dotsone:
	VMOVSD (R8)(AX*1), X4
	VMULSD (SI)(AX*1), X4, X5
	VMULSD (R10)(AX*1), X4, X6
	VMULSD (R11)(AX*1), X4, X7
	VMULSD (R12)(AX*1), X4, X8
	VADDPD Y5, Y0, Y0
	VADDPD Y6, Y1, Y1
	VADDPD Y7, Y2, Y2
	VADDPD Y8, Y3, Y3
	ADDQ   $8, AX

dotsonetest:
	CMPQ       AX, BX
	JLT        dotsone
	VHADDPD    Y1, Y0, Y0
	VHADDPD    Y3, Y2, Y2
	VPERM2F128 $0x20, Y2, Y0, Y4
	VPERM2F128 $0x31, Y2, Y0, Y5
	VADDPD     Y5, Y4, Y4
	VMOVUPD    Y4, (DI)
	ADDQ       $32, DI
	LEAQ       (SI)(DX*4), SI
	SUBQ       $4, R9
	JG         dotsrows
	VZEROUPPER
	RET

// func rowSumAVX(out, m *float64, ld int, x *float64, rows, cols int)
//
// Columns go sixteen at a time, then four and one, each through all rows with its sums
// in registers.
TEXT ·rowSumAVX(SB), NOSPLIT, $0-48
	MOVQ out+0(FP), DI
	MOVQ m+8(FP), R8
	MOVQ ld+16(FP), DX
	MOVQ x+24(FP), R10
	MOVQ rows+32(FP), R9
	MOVQ cols+40(FP), CX
	SHLQ $3, DX
	SUBQ $16, CX
	JL   rowsumfew

rowsummany:
	MOVQ   R8, SI
	XORQ   AX, AX
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4

rowsummanystep:
	VBROADCASTSD (R10)(AX*8), Y0
	VMULPD       (SI), Y0, Y5
	VMULPD       32(SI), Y0, Y6
	VMULPD       64(SI), Y0, Y7
	VMULPD       96(SI), Y0, Y8
	VADDPD       Y5, Y1, Y1
	VADDPD       Y6, Y2, Y2
	VADDPD       Y7, Y3, Y3
	VADDPD       Y8, Y4, Y4
	ADDQ         DX, SI
	INCQ         AX
	CMPQ         AX, R9
	JLT          rowsummanystep

	VMOVUPD Y1, (DI)
	VMOVUPD Y2, 32(DI)
	VMOVUPD Y3, 64(DI)
	VMOVUPD Y4, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, R8
	SUBQ    $16, CX
	JGE     rowsummany

rowsumfew:
	ADDQ $12, CX
	JL   rowsumrest

rowsumfour:
	MOVQ   R8, SI
	XORQ   AX, AX
	VXORPD Y1, Y1, Y1

rowsumfourstep:
	VBROADCASTSD (R10)(AX*8), Y0
	VMULPD       (SI), Y0, Y5
	VADDPD       Y5, Y1, Y1
	ADDQ         DX, SI
	INCQ         AX
	CMPQ         AX, R9
	JLT          rowsumfourstep

	VMOVUPD Y1, (DI)
	ADDQ    $32, DI
	ADDQ    $32, R8
	SUBQ    $4, CX
	JGE     rowsumfour

rowsumrest:
	ADDQ $4, CX
	JLE  rowsumdone

rowsumone:
	MOVQ   R8, SI
	XORQ   AX, AX
	VXORPD X1, X1, X1

rowsumonestep:
	VMOVSD (R10)(AX*8), X0
	VMULSD (SI), X0, X5
	VADDSD X5, X1, X1
	ADDQ   DX, SI
	INCQ   AX
	CMPQ   AX, R9
	JLT    rowsumonestep

	VMOVSD X1, (DI)
	ADDQ   $8, DI
	ADDQ   $8, R8
	DECQ   CX
	JNZ    rowsumone

rowsumdone:
	VZEROUPPER
	RET

// func addOuterAVX(m *float64, ld int, x, w *float64, rows, cols int)
TEXT ·addOuterAVX(SB), NOSPLIT, $0-48
	MOVQ m+0(FP), R8
	MOVQ ld+8(FP), DX
	MOVQ x+16(FP), R10
	MOVQ w+24(FP), R11
	MOVQ rows+32(FP), R9
	MOVQ cols+40(FP), BX
	SHLQ $3, DX

outerrow:
	VBROADCASTSD (R10), Y0
	MOVQ         R8, DI
	MOVQ         R11, SI
	MOVQ         BX, CX
	SUBQ         $4, CX
	JL           outerrest

outerfour:
	VMULPD  (SI), Y0, Y1
	VADDPD  (DI), Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JGE     outerfour

outerrest:
	ADDQ $4, CX
	JLE  outernext

outerone:
	VMULSD (SI), X0, X1
	VADDSD (DI), X1, X1
	VMOVSD X1, (DI)
	ADDQ   $8, SI
	ADDQ   $8, DI
	DECQ   CX
	JNZ    outerone

outernext:
	ADDQ $8, R10
	ADDQ DX, R8
	DECQ R9
	JNZ  outerrow
	VZEROUPPER
	RET

// func blocksAVX(out *float64, ld int, data *float64, step, stride, rows, cols int, decay float64)
//
// Four blocks at a time, so that their chains of sums overlap: eight columns, then four.
TEXT ·blocksAVX(SB), NOSPLIT, $0-64
	MOVQ         out+0(FP), DI
	MOVQ         ld+8(FP), R11
	MOVQ         data+16(FP), R8
	MOVQ         step+24(FP), BX
	MOVQ         stride+32(FP), DX
	MOVQ         rows+40(FP), R9
	MOVQ         cols+48(FP), CX
	VBROADCASTSD decay+56(FP), Y0
	SHLQ         $3, R11
	SHLQ         $3, BX
	SHLQ         $3, DX
	LEAQ         (R11)(R11*2), R12
	LEAQ         (BX)(BX*2), R10
	SUBQ         $8, CX
	JL           blocksfour

blockseight:
	MOVQ    R8, SI
	MOVQ    R9, AX
	VMOVUPD (SI), Y1
	VMOVUPD 32(SI), Y2
	VMOVUPD (SI)(BX*1), Y3
	VMOVUPD 32(SI)(BX*1), Y4
	VMOVUPD (SI)(BX*2), Y5
	VMOVUPD 32(SI)(BX*2), Y6
	VMOVUPD (SI)(R10*1), Y7
	VMOVUPD 32(SI)(R10*1), Y8
	DECQ    AX
	JZ      blockseightstore

blockseightstep:
	ADDQ   DX, SI
	VMULPD Y0, Y1, Y1
	VMULPD Y0, Y2, Y2
	VMULPD Y0, Y3, Y3
	VMULPD Y0, Y4, Y4
	VMULPD Y0, Y5, Y5
	VMULPD Y0, Y6, Y6
	VMULPD Y0, Y7, Y7
	VMULPD Y0, Y8, Y8
	VADDPD (SI), Y1, Y1
	VADDPD 32(SI), Y2, Y2
	VADDPD (SI)(BX*1), Y3, Y3
	VADDPD 32(SI)(BX*1), Y4, Y4
	VADDPD (SI)(BX*2), Y5, Y5
	VADDPD 32(SI)(BX*2), Y6, Y6
	VADDPD (SI)(R10*1), Y7, Y7
	VADDPD 32(SI)(R10*1), Y8, Y8
	DECQ   AX
	JNZ    blockseightstep

blockseightstore:
	VMOVUPD Y1, (DI)
	VMOVUPD Y2, 32(DI)
	VMOVUPD Y3, (DI)(R11*1)
	VMOVUPD Y4, 32(DI)(R11*1)
	VMOVUPD Y5, (DI)(R11*2)
	VMOVUPD Y6, 32(DI)(R11*2)
	VMOVUPD Y7, (DI)(R12*1)
	VMOVUPD Y8, 32(DI)(R12*1)
	ADDQ    $64, DI
	ADDQ    $64, R8
	SUBQ    $8, CX
	JGE     blockseight

blocksfour:
	ADDQ    $4, CX
	JL      blocksdone
	MOVQ    R8, SI
	MOVQ    R9, AX
	VMOVUPD (SI), Y1
	VMOVUPD (SI)(BX*1), Y3
	VMOVUPD (SI)(BX*2), Y5
	VMOVUPD (SI)(R10*1), Y7
	DECQ    AX
	JZ      blocksfourstore

blocksfourstep:
	ADDQ   DX, SI
	VMULPD Y0, Y1, Y1
	VMULPD Y0, Y3, Y3
	VMULPD Y0, Y5, Y5
	VMULPD Y0, Y7, Y7
	VADDPD (SI), Y1, Y1
	VADDPD (SI)(BX*1), Y3, Y3
	VADDPD (SI)(BX*2), Y5, Y5
	VADDPD (SI)(R10*1), Y7, Y7
	DECQ   AX
	JNZ    blocksfourstep

blocksfourstore:
	VMOVUPD Y1, (DI)
	VMOVUPD Y3, (DI)(R11*1)
	VMOVUPD Y5, (DI)(R11*2)
	VMOVUPD Y7, (DI)(R12*1)

blocksdone:
	VZEROUPPER
	RET

// func tracesAVX(z, x *float64, ld, rows int, decays *float64, stride int)
//
// stride is 8 where every row has a decay, and 0 where one is for all.
TEXT ·tracesAVX(SB), NOSPLIT, $0-48
	MOVQ z+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ ld+16(FP), DX
	MOVQ rows+24(FP), R9
	MOVQ decays+32(FP), BX
	MOVQ stride+40(FP), R11
	MOVQ DX, CX
	SHLQ $3, DX
	SUBQ $8, CX
	JL   tracesfew

traceseight:
	XORQ    R8, R8
	MOVQ    R9, AX
	MOVQ    BX, R12
	VMOVUPD (DI), Y1
	VMOVUPD 32(DI), Y2
	LEAQ    (DI)(DX*1), R10

traceseightstep:
	VBROADCASTSD (R12), Y0
	VMULPD       Y0, Y1, Y1
	VMULPD       Y0, Y2, Y2
	VADDPD       (SI)(R8*1), Y1, Y1
	VADDPD       32(SI)(R8*1), Y2, Y2
	VMOVUPD      Y1, (R10)(R8*1)
	VMOVUPD      Y2, 32(R10)(R8*1)
	ADDQ         DX, R8
	ADDQ         R11, R12
	DECQ         AX
	JNZ          traceseightstep
	ADDQ         $64, SI
	ADDQ         $64, DI
	SUBQ         $8, CX
	JGE          traceseight

tracesfew:
	ADDQ    $4, CX
	JL      tracesdone
	XORQ    R8, R8
	MOVQ    R9, AX
	MOVQ    BX, R12
	VMOVUPD (DI), Y1
	LEAQ    (DI)(DX*1), R10

tracesfourstep:
	VBROADCASTSD (R12), Y0
	VMULPD       Y0, Y1, Y1
	VADDPD       (SI)(R8*1), Y1, Y1
	VMOVUPD      Y1, (R10)(R8*1)
	ADDQ         DX, R8
	ADDQ         R11, R12
	DECQ         AX
	JNZ          tracesfourstep

tracesdone:
	VZEROUPPER
	RET

// func interleaveAVX(out, a, b, c, d *float64, n int)
//
// n is a multiple of four.
TEXT ·interleaveAVX(SB), NOSPLIT, $0-48
	MOVQ  out+0(FP), DI
	MOVQ  a+8(FP), R8
	MOVQ  b+16(FP), R9
	MOVQ  c+24(FP), R10
	MOVQ  d+32(FP), R11
	MOVQ  n+40(FP), CX
	XORQ  AX, AX
	TESTQ CX, CX
	JLE   interleavedone

interleavefour:
	VMOVUPD    (R8)(AX*8), Y0
	VMOVUPD    (R9)(AX*8), Y1
	VMOVUPD    (R10)(AX*8), Y2
	VMOVUPD    (R11)(AX*8), Y3
	VUNPCKLPD  Y1, Y0, Y4
	VUNPCKHPD  Y1, Y0, Y5
	VUNPCKLPD  Y3, Y2, Y6
	VUNPCKHPD  Y3, Y2, Y7
	VPERM2F128 $0x20, Y6, Y4, Y0
	VPERM2F128 $0x20, Y7, Y5, Y1
	VPERM2F128 $0x31, Y6, Y4, Y2
	VPERM2F128 $0x31, Y7, Y5, Y3
	VMOVUPD    Y0, (DI)
	VMOVUPD    Y1, 32(DI)
	VMOVUPD    Y2, 64(DI)
	VMOVUPD    Y3, 96(DI)
	ADDQ       $128, DI
	ADDQ       $4, AX
	CMPQ       AX, CX
	JLT        interleavefour

interleavedone:
	VZEROUPPER
	RET

// func largestLanesAVX(big *[laneCount]float64, x *float64, stride, n int)
//
// VMAXPD passes over NaN in its second operand of three, and keeps it in the first.
TEXT ·largestLanesAVX(SB), NOSPLIT, $0-32
	MOVQ        big+0(FP), DI
	MOVQ        x+8(FP), SI
	MOVQ        stride+16(FP), DX
	MOVQ        n+24(FP), CX
	SHLQ        $3, DX
	VPCMPEQD    X4, X4, X4
	VPSRLQ      $1, X4, X4
	VINSERTF128 $1, X4, Y4, Y4
	VANDPD      (SI), Y4, Y0
	VXORPD      Y1, Y1, Y1
	DECQ        CX
	JMP         largesttest

largesttwo:
	VANDPD (SI)(DX*1), Y4, Y2
	VANDPD (SI)(DX*2), Y4, Y3
	VMAXPD Y0, Y2, Y0
	VMAXPD Y1, Y3, Y1
	LEAQ   (SI)(DX*2), SI
	SUBQ   $2, CX

largesttest:
	CMPQ   CX, $2
	JGE    largesttwo
	TESTQ  CX, CX
	JLE    largeststore
	VANDPD (SI)(DX*1), Y4, Y2
	VMAXPD Y0, Y2, Y0

largeststore:
	VMAXPD  Y0, Y1, Y0
	VMOVUPD Y0, (DI)
	VZEROUPPER
	RET

// func eliminateLanesAVX(f, row, top *float64, stride, rows, cols int, inverse *[laneCount]float64)
TEXT ·eliminateLanesAVX(SB), NOSPLIT, $0-56
	MOVQ    f+0(FP), R10
	MOVQ    row+8(FP), R11
	MOVQ    top+16(FP), R8
	MOVQ    stride+24(FP), DX
	MOVQ    rows+32(FP), R9
	MOVQ    cols+40(FP), BX
	MOVQ    inverse+48(FP), AX
	VMOVUPD (AX), Y5
	SHLQ    $3, DX
	SHLQ    $5, BX

eliminatelanesrow:
	VMULPD  (R10), Y5, Y0
	VMOVUPD Y0, (R10)
	XORQ    AX, AX
	MOVQ    BX, CX
	SUBQ    $128, CX
	JL      eliminatelanesfew

eliminatelanesmany:
	VMULPD  (R8)(AX*1), Y0, Y1
	VMULPD  32(R8)(AX*1), Y0, Y2
	VMULPD  64(R8)(AX*1), Y0, Y3
	VMULPD  96(R8)(AX*1), Y0, Y4
	VMOVUPD (R11)(AX*1), Y6
	VMOVUPD 32(R11)(AX*1), Y7
	VMOVUPD 64(R11)(AX*1), Y8
	VMOVUPD 96(R11)(AX*1), Y9
	VSUBPD  Y1, Y6, Y6
	VSUBPD  Y2, Y7, Y7
	VSUBPD  Y3, Y8, Y8
	VSUBPD  Y4, Y9, Y9
	VMOVUPD Y6, (R11)(AX*1)
	VMOVUPD Y7, 32(R11)(AX*1)
	VMOVUPD Y8, 64(R11)(AX*1)
	VMOVUPD Y9, 96(R11)(AX*1)
	ADDQ    $128, AX
	SUBQ    $128, CX
	JGE     eliminatelanesmany

eliminatelanesfew:
	ADDQ $128, CX
	JLE  eliminatelanesnext

eliminatelanesone:
	VMULPD  (R8)(AX*1), Y0, Y1
	VMOVUPD (R11)(AX*1), Y6
	VSUBPD  Y1, Y6, Y6
	VMOVUPD Y6, (R11)(AX*1)
	ADDQ    $32, AX
	SUBQ    $32, CX
	JG      eliminatelanesone

eliminatelanesnext:
	ADDQ DX, R10
	ADDQ DX, R11
	DECQ R9
	JNZ  eliminatelanesrow
	VZEROUPPER
	RET

// func dotLanesAVX(sum *[laneCount]float64, x, y *float64, n int, bits uint64)
TEXT ·dotLanesAVX(SB), NOSPLIT, $0-40
	MOVQ         sum+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), R8
	MOVQ         n+24(FP), CX
	VBROADCASTSD bits+32(FP), Y8
	VXORPD       Y0, Y0, Y0
	VXORPD       Y1, Y1, Y1
	VXORPD       Y2, Y2, Y2
	VXORPD       Y3, Y3, Y3
	SUBQ         $4, CX
	JL           dotlanesfew

dotlanesfour:
	VANDPD (SI), Y8, Y4
	VANDPD 32(SI), Y8, Y5
	VANDPD 64(SI), Y8, Y6
	VANDPD 96(SI), Y8, Y7
	VMULPD (R8), Y4, Y4
	VMULPD 32(R8), Y5, Y5
	VMULPD 64(R8), Y6, Y6
	VMULPD 96(R8), Y7, Y7
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	ADDQ   $128, SI
	ADDQ   $128, R8
	SUBQ   $4, CX
	JGE    dotlanesfour

dotlanesfew:
	ADDQ $4, CX
	JLE  dotlanessum

dotlanesone:
	VANDPD (SI), Y8, Y4
	VMULPD (R8), Y4, Y4
	VADDPD Y4, Y0, Y0
	ADDQ   $32, SI
	ADDQ   $32, R8
	DECQ   CX
	JNZ    dotlanesone

dotlanessum:
	VADDPD  Y1, Y0, Y0
	VADDPD  Y3, Y2, Y2
	VADDPD  Y2, Y0, Y0
	VMOVUPD Y0, (DI)
	VZEROUPPER
	RET
