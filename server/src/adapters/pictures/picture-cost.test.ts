import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { isAffordable } from './picture-cost.ts';
import { readPictureHeader } from './picture-header.ts';
import { createPictureWorker, defaultPictureLimits } from './picture-worker.ts';
import { inflatesWithin, readPngParts } from './png-parts.ts';
import {
  exifSegment,
  jpegFrame,
  jpegOf,
  jpegSegment,
  jpegTables,
  painted,
  plain,
  pngChunk,
  pngOf,
  rawPng,
  withSegments,
} from './samples.suite.ts';

/** A picture worker without threads: whatever needs one fails. */
const idle = createPictureWorker({ ...defaultPictureLimits, runningMax: 0, waitingMax: 0 });
/** With enough time for a busy machine. */
const worker = createPictureWorker({ ...defaultPictureLimits, timeLimitMs: 60_000 });
afterAll(() => Promise.all([idle.close(), worker.close()]));

const start = Buffer.from('ffd8', 'hex');
const end = Buffer.from('ffd9', 'hex');
const scanOf = (components: readonly number[], spectrum: readonly number[], coded = [0]): Buffer =>
  Buffer.concat([
    jpegSegment(
      0xda,
      Buffer.from([components.length, ...components.flatMap((one) => [one, 0]), ...spectrum]),
    ),
    Buffer.from(coded),
  ]);
const emptyScan = scanOf([1], [0, 0, 0]);

interface Scans {
  readonly count: number;
  readonly size?: readonly [number, number];
  readonly scan?: Buffer;
  readonly frame?: number;
  readonly components?: number;
}

/** A JPEG with a few bytes per scan, each of which visits every pixel. */
function jpegWithScans({
  count,
  size = [4_096, 2_928],
  scan = emptyScan,
  frame = 0xc2,
  components = 1,
}: Scans): Buffer {
  const scans = Array.from({ length: count }, () => scan);
  return Buffer.concat([start, jpegTables, jpegFrame(frame, size, components), ...scans, end]);
}

const afterFirstScan = (more: readonly Buffer[]): Buffer =>
  Buffer.concat([start, jpegTables, jpegFrame(0xc2, [4_096, 2_928]), emptyScan, ...more, end]);
const many = <Value>(count: number, value: Value): readonly Value[] =>
  Array.from({ length: count }, () => value);

const hostileJpegs: readonly (readonly [string, Buffer])[] = [
  ['75,632 empty scans', jpegWithScans({ count: 75_632 })],
  ['101 scans', jpegWithScans({ count: 101, size: [64, 64] })],
  ['21 scans of twelve million pixels', jpegWithScans({ count: 21 })],
  [
    'scans of three components at once',
    jpegWithScans({ count: 50_000, scan: scanOf([1, 2, 3], [0, 0, 0]), components: 3 }),
  ],
  ['refining scans', jpegWithScans({ count: 75_000, scan: scanOf([1], [1, 63, 0x10]) })],
  ['scans without any data', jpegWithScans({ count: 75_000, scan: scanOf([1], [0, 0, 0], []) })],
  ['scans in a frame that is not progressive', jpegWithScans({ count: 75_000, frame: 0xc0 })],
  ['scans in arithmetic coding', jpegWithScans({ count: 75_000, frame: 0xca })],
  [
    'scans after fill bytes',
    jpegWithScans({ count: 60_000, scan: Buffer.concat([Buffer.from([0xff, 0xff]), emptyScan]) }),
  ],
  [
    'scans after unrelated bytes',
    jpegWithScans({ count: 60_000, scan: Buffer.concat([Buffer.from([1, 2, 3]), emptyScan]) }),
  ],
  ['scans with their own tables', afterFirstScan(many(10_000, Buffer.concat([jpegTables, emptyScan])))],
  ['scans after an end marker', afterFirstScan([end, ...many(75_000, emptyScan)])],
  [
    'scans after restart markers',
    afterFirstScan(many(60_000, Buffer.concat([Buffer.from('ffd0', 'hex'), emptyScan]))),
  ],
];

/** A PNG with this image data, four bytes per pixel. */
function pngWith([width, height]: readonly [number, number], data: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...data.map((part) => pngChunk('IDAT', part)),
    pngChunk('IEND', ''),
  ]);
}

/** Half a gigabyte of zeros in half a megabyte. */
const bomb = deflateSync(Buffer.alloc(500_000_000));

const hostilePngs: readonly (readonly [string, Buffer])[] = [
  ['one pixel and half a gigabyte', pngWith([1, 1], [bomb])],
  ['one pixel in very many chunks', pngWith([1, 1], many(100_000, Buffer.alloc(0)))],
  [
    'very many text chunks',
    rawPng({
      width: 1,
      height: 1,
      bitDepth: 8,
      colourType: 0,
      rows: [[0, 1]],
      before: many(100_000, pngChunk('tEXt', 'a')),
    }),
  ],
  ['an unknown colour type', rawPng({ width: 1, height: 1, bitDepth: 8, colourType: 5, rows: [[0, 1]] })],
];

describe('a file that costs more than its picture', { timeout: 60_000 }, () => {
  test.each([...hostileJpegs, ...hostilePngs])('is rejected without a thread: %s', async (_, file) => {
    expect(file.length).toBeLessThan(2_000_000);
    await expect(idle.reencode(file, 'owner')).resolves.toBeUndefined();
  });

  test('is rejected in less than a hundredth of the decoding time', async () => {
    const startedAt = performance.now();
    for (let time = 0; time < 100; time += 1) await idle.reencode(hostileJpegs[0]?.[1] ?? start, 'owner');
    // Decoding takes more than five seconds each.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('is rejected in its thread when only inflating shows it', async () => {
    const file = pngWith([400, 400], [bomb]);
    const parts = readPngParts(file);
    expect(parts && (await inflatesWithin(parts))).toBe(false);
    await expect(worker.reencode(file, 'owner')).resolves.toBeUndefined();
  });
});

describe('a legitimate file', { timeout: 30_000 }, () => {
  const photograph = painted(64, 48, (x, y) => [x * 3, y * 4, 90, 255]);
  const affordable = (file: Buffer): boolean => {
    const header = readPictureHeader(file);
    return header !== undefined && isAffordable(file, header);
  };

  test('is affordable', async () => {
    const jpeg = await jpegOf(photograph);
    expect(affordable(jpeg)).toBe(true);
    expect(affordable(withSegments(jpeg, [exifSegment(6)]))).toBe(true);
    expect(affordable(pngOf(photograph))).toBe(true);
    expect(affordable(pngOf(plain(1_000, 800, [1, 2, 3, 255])))).toBe(true);
    expect(affordable(jpegWithScans({ count: 20, size: [4_000, 3_000] }))).toBe(true);
    expect(affordable(jpegWithScans({ count: 100, size: [1_000, 1_000] }))).toBe(true);
  });

  test('may have metadata that contains the scan marker by chance', async () => {
    const chance = jpegSegment(0xe2, Buffer.concat(many(30, Buffer.from('00ffda41', 'hex'))));
    expect(affordable(withSegments(await jpegOf(photograph), [chance]))).toBe(true);
  });

  test('inflates to the size in its header, for any depth and interlacing', async () => {
    const sizes = [
      [1, 1],
      [7, 3],
      [40, 61],
    ] as const;
    for (const [width, height] of sizes) {
      const parts = readPngParts(pngOf(plain(width, height, [1, 2, 3, 200])));
      expect(parts && (await inflatesWithin(parts))).toBe(true);
    }
  });

  test('that cannot be inflated is left to the decoder', async () => {
    const parts = readPngParts(pngWith([8, 8], [Buffer.from('no zlib')]));
    expect(parts && (await inflatesWithin(parts))).toBe(true);
  });
});
