import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, test } from 'vitest';
import { createPictureWorker, defaultPictureLimits } from './picture-worker.ts';
import {
  colourAt,
  exifSegment,
  jpegOf,
  jpegSegment,
  painted,
  pixelsOf,
  plain,
  pngChunk,
  pngOf,
  rawJpeg,
  rawPng,
  withChunks,
  withSegments,
} from './samples.suite.ts';
import type { Pixels } from './scale-down.ts';

/** A busy machine may take longer than the product allows. */
const worker = createPictureWorker({ ...defaultPictureLimits, timeLimitMs: 60_000 });
afterAll(() => worker.close());

const red = [220, 30, 30, 255];
const green = [30, 180, 40, 255];
const blue = [30, 40, 200, 255];
const yellow = [230, 220, 40, 255];
const colours = { red, green, blue, yellow };

async function remade(
  file: Buffer,
): Promise<{ readonly contentType: string; readonly pixels: Pixels; readonly bytes: Buffer }> {
  const picture = await worker.reencode(file, 'owner');
  if (picture === undefined) throw new Error('refused');
  return { ...picture, pixels: await pixelsOf(picture.bytes) };
}

/** Returns the nearest test colour, because JPEG is lossy. */
function nameOf(colour: readonly number[]): string {
  const distance = (other: readonly number[]): number =>
    other.reduce((sum, value, index) => sum + Math.abs(value - (colour[index] ?? 0)), 0);
  const found = Object.entries(colours).toSorted(([, one], [, two]) => distance(one) - distance(two))[0];
  return found !== undefined && distance(found[1]) < 60 ? found[0] : `none: ${colour.join()}`;
}

function corners(pixels: Pixels): readonly string[] {
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const;
  return places.map(([across, down]) => nameOf(colourAt(pixels, across, down)));
}

const quarters = painted(64, 32, (x, y) => (y < 16 ? (x < 32 ? red : green) : x < 32 ? blue : yellow));

describe('a picture', { timeout: 30_000 }, () => {
  it('that is opaque becomes a JPEG, from any format', async () => {
    for (const file of [pngOf(quarters), await jpegOf(quarters)]) {
      const { contentType, pixels } = await remade(file);
      expect(contentType).toBe('image/jpeg');
      expect([pixels.width, pixels.height]).toEqual([64, 32]);
      expect(corners(pixels)).toEqual(['red', 'green', 'blue', 'yellow']);
    }
  });

  it('that is transparent stays a PNG, with its alpha values', async () => {
    const half = painted(40, 40, (x) => (x < 20 ? [200, 10, 10, 128] : [9, 9, 9, 0]));
    const { contentType, pixels } = await remade(pngOf(half));
    expect(contentType).toBe('image/png');
    expect(colourAt(pixels, 0.25, 0.5)).toEqual([200, 10, 10, 128]);
    // Invisible colours are removed: they may contain something hidden on purpose.
    expect(colourAt(pixels, 0.75, 0.5)).toEqual([0, 0, 0, 0]);
  });

  it('is scaled down to 512 pixels and keeps its aspect ratio', async () => {
    const { pixels } = await remade(pngOf(plain(2_000, 500, red)));
    expect([pixels.width, pixels.height]).toEqual([512, 128]);
    expect(nameOf(colourAt(pixels, 0.5, 0.5))).toBe('red');
  });

  it('may be a single line of pixels', async () => {
    const { pixels } = await remade(pngOf(plain(4_096, 1, green)));
    expect([pixels.width, pixels.height]).toEqual([512, 1]);
  });

  it('is not enlarged', async () => {
    const { pixels } = await remade(pngOf(plain(1, 1, blue)));
    expect([pixels.width, pixels.height]).toEqual([1, 1]);
  });

  it('may be a greyscale JPEG', async () => {
    const { pixels } = await remade(rawJpeg(1));
    expect(colourAt(pixels, 0.5, 0.5)).toEqual([128, 128, 128, 255]);
  });

  it('may be a truncated JPEG: the available part is used', async () => {
    const whole = await jpegOf(
      painted(64, 64, (x, y) => (y < 32 ? red : [x * 4, (x * y) % 256, y * 4, 255])),
    );
    const { pixels } = await remade(whole.subarray(0, Math.floor(whole.length * 0.8)));
    expect([pixels.width, pixels.height]).toEqual([64, 64]);
    expect(nameOf(colourAt(pixels, 0.1, 0.1))).toBe('red');
  });

  it('is not animated: the first frame is used', async () => {
    const control = (sequence: number): Buffer =>
      pngChunk('fcTL', Buffer.from(`0000000${sequence}00000001000000010000000000000000000a000a0000`, 'hex'));
    const second = Buffer.concat([Buffer.from('00000002', 'hex'), deflateSync(Buffer.from([0, 20]))]);
    const file = rawPng({
      width: 1,
      height: 1,
      bitDepth: 8,
      colourType: 0,
      rows: [[0, 200]],
      before: [pngChunk('acTL', Buffer.from('0000000200000000', 'hex')), control(0)],
      after: [control(1), pngChunk('fdAT', second)],
    });
    const { pixels } = await remade(file);
    expect(colourAt(pixels, 0, 0)).toEqual([200, 200, 200, 255]);
  });

  const upright: readonly (readonly [number, readonly string[]])[] = [
    [1, ['red', 'green', 'blue', 'yellow']],
    [2, ['green', 'red', 'yellow', 'blue']],
    [3, ['yellow', 'blue', 'green', 'red']],
    [4, ['blue', 'yellow', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'yellow']],
    [6, ['blue', 'red', 'yellow', 'green']],
    [7, ['yellow', 'green', 'blue', 'red']],
    [8, ['green', 'yellow', 'red', 'blue']],
  ];

  test.each(upright)('with orientation %i is rotated upright', async (orientation, expected) => {
    const { pixels } = await remade(withSegments(await jpegOf(quarters), [exifSegment(orientation)]));
    expect([pixels.width, pixels.height]).toEqual(orientation < 5 ? [64, 32] : [32, 64]);
    expect(corners(pixels)).toEqual(expected);
  });

  const palette = pngChunk('PLTE', Uint8Array.from([...red.slice(0, 3), ...green.slice(0, 3)]));
  const stored: readonly (readonly [string, Buffer, string, readonly number[]])[] = [
    [
      'grey',
      rawPng({ width: 1, height: 1, bitDepth: 8, colourType: 0, rows: [[0, 200]] }),
      'image/jpeg',
      [200, 200, 200, 255],
    ],
    [
      'one bit',
      rawPng({ width: 1, height: 1, bitDepth: 1, colourType: 0, rows: [[0, 0x80]] }),
      'image/jpeg',
      [255, 255, 255, 255],
    ],
    [
      'sixteen bits',
      rawPng({ width: 1, height: 1, bitDepth: 16, colourType: 0, rows: [[0, 200, 17]] }),
      'image/jpeg',
      [200, 200, 200, 255],
    ],
    [
      'grey and alpha',
      rawPng({ width: 1, height: 1, bitDepth: 8, colourType: 4, rows: [[0, 90, 100]] }),
      'image/png',
      [90, 90, 90, 100],
    ],
    [
      'a palette',
      rawPng({ width: 1, height: 1, bitDepth: 8, colourType: 3, rows: [[0, 1]], before: [palette] }),
      'image/jpeg',
      green,
    ],
    [
      'a palette with transparency',
      rawPng({
        width: 1,
        height: 1,
        bitDepth: 8,
        colourType: 3,
        rows: [[0, 1]],
        before: [palette, pngChunk('tRNS', Uint8Array.from([255, 40]))],
      }),
      'image/png',
      [30, 180, 40, 40],
    ],
  ];

  test.each(stored)('is supported when it is stored as %s', async (_name, file, contentType, colour) => {
    const picture = await remade(file);
    expect(picture.contentType).toBe(contentType);
    for (const [channel, value] of colourAt(picture.pixels, 0, 0).entries())
      expect(Math.abs(value - (colour[channel] ?? 0))).toBeLessThan(4);
  });
});

describe('metadata', { timeout: 30_000 }, () => {
  const script = '<script>alert(1)</script>';
  const words = [
    'GPS-PLACE',
    'XMP-PERSON',
    'ICC-MAKER',
    'TEXT-SECRET',
    'TAIL-SECRET',
    'Exif',
    'script',
    'ICC_PROFILE',
    'eXIf',
    'tEXt',
  ];

  function expectClean(bytes: Buffer): void {
    for (const word of words) expect([word, bytes.includes(word)]).toEqual([word, false]);
  }

  it('is removed from a JPEG', async () => {
    const file = withSegments(
      await jpegOf(quarters),
      [
        exifSegment(1),
        jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>XMP-PERSON${script}</x:xmpmeta>`),
        jpegSegment(0xe2, 'ICC_PROFILE\0\u0001\u0001ICC-MAKER'),
        jpegSegment(0xed, `Photoshop 3.0\0TEXT-SECRET`),
        jpegSegment(0xfe, `*/TEXT-SECRET${script}`),
      ],
      `TAIL-SECRET${script}`,
    );
    expect(words.filter((word) => file.includes(word))).toContain('GPS-PLACE');
    const { bytes, contentType } = await remade(file);
    expect(contentType).toBe('image/jpeg');
    expectClean(bytes);
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  });

  it('is removed from a PNG', async () => {
    const shining = pngOf(plain(30, 30, [10, 20, 30, 100]));
    const file = withChunks(
      shining,
      [
        pngChunk('tEXt', `Comment\0TEXT-SECRET${script}`),
        pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0XMP-PERSON`),
        pngChunk('eXIf', 'MM\0*GPS-PLACE'),
        pngChunk('prVt', `TEXT-SECRET`),
      ],
      `TAIL-SECRET${script}`,
    );
    const { bytes, contentType } = await remade(file);
    expect(contentType).toBe('image/png');
    expectClean(bytes);
    expect(bytes.subarray(-8, -4).toString('latin1')).toBe('IEND');
    const kinds = [
      ...bytes
        .toString('latin1')
        .matchAll(/IHDR|PLTE|IDAT|IEND|tEXt|iTXt|zTXt|eXIf|iCCP|tIME|pHYs|gAMA|sRGB/g),
    ];
    expect(new Set(kinds.map(([kind]) => kind))).toEqual(new Set(['IHDR', 'IDAT', 'IEND']));
  });

  it('leaves only picture segments in a JPEG', async () => {
    const { bytes } = await remade(withSegments(await jpegOf(quarters), [exifSegment(6)]));
    const markers: number[] = [];
    for (let at = 2; bytes.readUInt8(at + 1) !== 0xda; at += 2 + bytes.readUInt16BE(at + 2))
      markers.push(bytes.readUInt8(at + 1));
    // JFIF, quantization, frame, Huffman tables.
    for (const marker of markers) expect([0xe0, 0xdb, 0xc0, 0xc1, 0xc2, 0xc4]).toContain(marker);
  });
});
