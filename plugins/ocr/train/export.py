"""Exports a checkpoint as the integer weights that the guest reads.

    python3 export.py [--checkpoint FILE] [--out weights.bin] [--testdata FOLDER]

The file, all numbers little-endian, every section beginning at a multiple of
16 bytes from the file's start (zeros fill the gaps):

    offset  type      meaning
    0       u8[4]     "LIOW"
    4       u32       version, 1
    8       u32       size of the whole file, bytes
    12      u32       height of a strip, pixels: 32
    16      u32       columns of a strip per step of the trunk: 4
    20      u32       predictions per step: 2
    24      u32       classes, the blank included: C
    28      u32       number of layers: L
    32      u32       offset of the alphabet
    36      u32       size of the alphabet, bytes
    40      u32       offset of the layer table
    44      u32       0

The alphabet is UTF-8: the C-1 characters of classes 1 to C-1, one after the
other. Class 0 is the blank. The layer table is L entries of 48 bytes:

    offset  type      meaning
    0       u32       kind: 1 conv, 2 depthwise, 3 pointwise, 4 head
    4       u32       input channels: I
    8       u32       output channels: O
    12      u32       kernel, rows: KH
    16      u32       kernel, columns: KW
    20      u32       stride, rows: SH
    24      u32       stride, columns: SW
    28      u32       flags: 1 = add the block's input (residual)
    32      u32       offset of the weights (i8)
    36      u32       offset of the factors (f32[O])
    40      u32       offset of the offsets (f32[O])
    44      u32       0

The layers stand in the order in which they run: four of kind 1, then pairs of
kinds 2 and 3 (a block), then one of kind 4. The layout of the weights:

    conv       w[o][kh][kw][i]    I*KH*KW a multiple of 8 but in the first layer
    depthwise  w[kw][channel]     I = O, KH = 1, stride 1
    pointwise  w[o][i]
    head       w[o][i]            o = prediction*C + class

The arithmetic, which the guest repeats bit for bit. Activations are i16,
laid out [column][row][channel]; the trunk's are [step][channel].

  0. Input: x = 255 - pixel, so that ground is 0. The strip's width is made a
     multiple of 4 by columns of 0 at the right.
  1. Each layer pads with zeros: conv by 1 on each side, depthwise by KW/2 at
     each end. Output size = input size / stride.
  2. a = the sum of x*w over the window, i32. It cannot overflow: 32767*127
     times the longest window of |w| is checked here to be below 2^31.
  3. y = f32(a) * factor[o] + offset[o]: conversion, product and sum each
     rounded to f32 (no fused multiply-add), to nearest, ties to even.
  4. kinds 1 and 2: x' = clamp(nearest(y), 0, 32767), ties to even.
     kind 3: x' = clamp(nearest(y) + r, 0, 32767), r the input of the block,
     that is of the depthwise layer just before; nearest(y) is clamped to
     [-32768, 32767] first.
     kind 4: y is the logit, f32.
  5. After the last conv the map has 2 rows, which [column][row][channel]
     already lays out as the trunk's I = 2*96 channels: upper row first.
  6. Step t's predictions 0 and 1 stand for columns 4t, 4t+1 and 4t+2, 4t+3.

The test file (testdata/strips.bin) holds strips with what the layers above
make of them, for the guest's test:

    0       u8[4]     "LIOT"
    4       u32       version, 1
    8       u32       CRC-32 (IEEE) of the weights file that made it
    12      u32       number of strips: N
    then N times, each beginning at a multiple of 16 bytes:
            u32       width of the strip, pixels: W
            u32       predictions: P = 2*ceil(W/4)
            u32       size of the text, bytes: S
            u32       CRC-32 of the last block's i16 output, [step][channel]
            u8[32*W]  the strip, rows from top to bottom, 0 ink, 255 ground
            u8[S]     its text, UTF-8, as it was printed
            zeros to a multiple of 4 bytes
            f32[P*C]  the logits of the integer arithmetic
            f32[P]    the best class's logit of the float network, to compare
"""
