import { crc32, deflateSync } from 'node:zlib';
import { decodePicture, encodeJpeg, encodePng } from './codecs.ts';
import { readPictureHeader } from './picture-header.ts';
import type { Pixels } from './scale-down.ts';
import { compileCodecs } from './web-assembly.ts';

const modules = await compileCodecs();

/** A picture pixel by pixel. */
export function painted(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly number[],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(colour(x, y), (y * width + x) * 4);
  return { width, height, data };
}

/** A picture of one colour. */
export function plain(width: number, height: number, colour: readonly number[]): Pixels {
  return painted(width, height, () => colour);
}

/** A JPEG file without metadata. */
export async function jpegOf(pixels: Pixels): Promise<Buffer> {
  return Buffer.from(await encodeJpeg(modules, pixels));
}

/** A PNG file without metadata. */
export function pngOf(pixels: Pixels): Buffer {
  return Buffer.from(encodePng(modules, pixels));
}

/** The pixels of a produced file. */
export async function pixelsOf(file: Buffer): Promise<Pixels> {
  const header = readPictureHeader(file);
  const pixels = header && (await decodePicture(modules, file, header));
  if (pixels === undefined) throw new Error('not a picture');
  return pixels;
}

/** The colour at a position, given as a fraction of the sides. */
export function colourAt({ width, height, data }: Pixels, across: number, down: number): readonly number[] {
  const at = (Math.floor(down * height) * width + Math.floor(across * width)) * 4;
  return [...data.subarray(at, at + 4)];
}

/** One chunk of a PNG file. */
export function pngChunk(type: string, data: Uint8Array | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

/** Storage format of a handcrafted PNG. */
export interface RawPng {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colourType: number;
  /** Each with its filter byte. */
  readonly rows: readonly (readonly number[])[];
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
}

/** A handcrafted PNG file, in formats our own encoder never writes. */
export function rawPng({
  width,
  height,
  bitDepth,
  colourType,
  rows,
  before = [],
  after = [],
}: RawPng): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    ...after,
    pngChunk('IEND', ''),
  ]);
}

/** The same PNG with further chunks after its header, and bytes after its end. */
export function withChunks(png: Buffer, chunks: readonly Buffer[], tail = ''): Buffer {
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd), Buffer.from(tail)]);
}

/** The same PNG with valid checksums, as far as its chunks can be parsed. */
export function withChecksums(png: Buffer): Buffer {
  const mended = Buffer.from(png);
  for (let at = 8; at + 12 <= mended.length; ) {
    const end = at + 8 + mended.readUInt32BE(at);
    if (end + 4 > mended.length) break;
    mended.writeUInt32BE(crc32(mended.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return mended;
}

/** One segment of a JPEG file. */
export function jpegSegment(marker: number, data: Uint8Array | string): Buffer {
  const body = Buffer.from(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The same JPEG with further segments at its beginning, and bytes after its end. */
export function withSegments(jpeg: Buffer, segments: readonly Buffer[], tail = ''): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), Buffer.from(tail)]);
}

/** Start of frame with these components, without subsampling. */
export function jpegFrame(marker: number, size: readonly [number, number], components = 1): Buffer {
  const body = Buffer.from([8, 0, 0, 0, 0, components]);
  body.writeUInt16BE(size[1], 1);
  body.writeUInt16BE(size[0], 3);
  const each = Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]);
  return jpegSegment(marker, Buffer.concat([body, Buffer.from(each.flat())]));
}

/** Tables with which a block of one colour is two bits, both zero. */
export const jpegTables = Buffer.concat([
  jpegSegment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 1)])),
  ...[0x00, 0x10].map((table) =>
    jpegSegment(0xc4, Buffer.from([table, 1, ...Array.from({ length: 15 }, () => 0), 0])),
  ),
]);

/** A JPEG of eight by eight grey pixels, with one component or with four as in CMYK. */
export function rawJpeg(components: number): Buffer {
  const each = Array.from({ length: components }, (_, index) => [index + 1, 0]);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegTables,
    jpegFrame(0xc0, [8, 8], components),
    jpegSegment(0xda, Buffer.from([components, ...each.flat(), 0, 63, 0])),
    Buffer.from('00ffd9', 'hex'),
  ]);
}

/** Exif with an orientation, a maker and a GPS position whose reference is a searchable text. */
export function exifSegment(orientation: number, word = 'GPS-PLACE'): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    if (type === 3) bytes.writeUInt16BE(value, 8);
    else bytes.writeUInt32BE(value, 8);
    return bytes;
  };
  const gpsAt = 8 + 2 + 2 * 12 + 4;
  const wordAt = gpsAt + 2 + 12 + 4;
  const tiff = Buffer.concat([
    Buffer.from('4d4d002a00000008', 'hex'),
    Buffer.from([0, 2]),
    entry(0x01_12, 3, 1, orientation),
    entry(0x88_25, 4, 1, gpsAt),
    Buffer.alloc(4),
    Buffer.from([0, 1]),
    entry(0x00_1b, 7, word.length, wordAt),
    Buffer.alloc(4),
    Buffer.from(word),
  ]);
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}
