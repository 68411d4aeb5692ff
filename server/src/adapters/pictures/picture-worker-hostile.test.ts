import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { Picture } from '#capabilities/identity/ports/pictures.ts';
import { readPictureHeader } from './picture-header.ts';
import { createPictureWorker, defaultPictureLimits, type PictureLimits } from './picture-worker.ts';
import {
  jpegFrame,
  jpegOf,
  painted,
  pixelsOf,
  plain,
  pngOf,
  rawJpeg,
  rawPng,
  withChecksums,
} from './samples.suite.ts';

/** Generous limits for a busy machine; tests of the limits set their own. */
const patient: PictureLimits = {
  ...defaultPictureLimits,
  waitingMax: 100,
  waitMaxMs: 60_000,
  timeLimitMs: 60_000,
};
const worker = createPictureWorker(patient);
afterAll(() => worker.close());

let owners = 0;
/** Pictures of different owners do not wait for each other. */
function newOwner(): string {
  owners += 1;
  return `owner-${owners}`;
}
const reencode = (file: Uint8Array): Promise<Picture | undefined> => worker.reencode(file, newOwner());

const gradient = painted(48, 40, (x, y) => [x * 5, y * 6, 90, 255]);
const jpeg = await jpegOf(gradient);
const png = pngOf(gradient);
const large = pngOf(plain(4_000, 3_000, [10, 200, 90, 255]));

describe('an unsupported file', { timeout: 30_000 }, () => {
  const files: readonly (readonly [string, Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['webp', Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')],
    ['bmp', Buffer.from('424d3a0000000000000036000000280000000100000001000000010018000000000004', 'hex')],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF')],
    ['html', Buffer.from('<!doctype html><img src="x.png">')],
    ['a script before a JPEG', Buffer.concat([Buffer.from('<script>'), jpeg])],
    ['text before a PNG', Buffer.concat([Buffer.from('x'), png])],
    ['only the beginning of a PNG', png.subarray(0, 33)],
    ['only the beginning of a JPEG', jpeg.subarray(0, 20)],
    ['a CMYK JPEG', rawJpeg(4)],
    ['a PNG with an incomplete header', Buffer.concat([png.subarray(0, 33), Buffer.alloc(100)])],
    [
      'a JPEG without tables',
      Buffer.concat([Buffer.from('ffd8', 'hex'), jpegFrame(0xc0, [8, 8]), Buffer.from('ffd9', 'hex')]),
    ],
  ];

  test.each(files)('is rejected: %s', async (_name, file) => {
    await expect(reencode(file)).resolves.toBeUndefined();
  });

  const sizes: readonly (readonly [string, Buffer])[] = [
    ['a PNG that claims gigabytes', claiming(65_535, 65_535)],
    ['a PNG that claims more than can be counted', claiming(0xff_ff_ff_ff, 1)],
    ['a PNG with a side too long', claiming(4_097, 1)],
    ['a PNG with too many pixels', claiming(4_096, 2_930)],
    ['a PNG without pixels', claiming(0, 10)],
    ['a JPEG that claims gigabytes', jpegClaiming(65_535, 65_535)],
    ['a JPEG with too many pixels', jpegClaiming(4_000, 3_001)],
    ['a JPEG that declares its height later', jpegClaiming(100, 0)],
    ['a file beyond 2 MB', Buffer.concat([png, Buffer.alloc(2_000_001 - png.length)])],
  ];

  test.each(sizes)('is rejected by its header, without a thread: %s', async (_name, file) => {
    // This picture worker has no threads: whatever needs one fails.
    const idle = createPictureWorker({ ...patient, runningMax: 0, waitingMax: 0 });
    await expect(idle.reencode(file, 'o')).resolves.toBeUndefined();
    await expect(idle.reencode(png, 'o')).rejects.toMatchObject({ literal: 'service-unavailable' });
    await idle.close();
  });
});

describe('a damaged file', () => {
  const place = fc.noBias(fc.nat(9_999)).map((share) => share / 10_000);
  const damage = fc.record({
    file: fc.constantFrom(jpeg, png),
    cut: fc.option(place, { freq: 3 }),
    flips: fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 5 }),
    checks: fc.constantFrom('stale', 'mended'),
  });
  type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

  /**
   * Damages bytes after the header, which other tests cover; with valid checksums the damage passes the first check.
   */
  function damaged({ file, cut, flips, checks }: Damage): Buffer {
    const headerBytes = 33;
    const at = (share: number): number => headerBytes + Math.floor(share * (file.length - headerBytes));
    const copy = Buffer.from(file);
    for (const [share, bits] of flips) copy.writeUInt8(copy.readUInt8(at(share)) ^ bits, at(share));
    const whole = file === png && checks === 'mended' ? withChecksums(copy) : copy;
    return cut === null ? whole : whole.subarray(0, at(cut));
  }

  it('is rejected or re-encoded, and nothing fails or hangs', { timeout: 120_000 }, async () => {
    const ends = { refused: 0, remade: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 10, maxLength: 10 }), async (damages) => {
        const responses = await Promise.all(damages.map((one) => reencode(damaged(one))));
        for (const picture of responses) {
          expect(picture === undefined || isOurs(picture.bytes)).toBe(true);
          ends[picture === undefined ? 'refused' : 'remade'] += 1;
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
    expect(ends.refused + ends.remade).toBe(100);
    expect(Math.min(ends.refused, ends.remade)).toBeGreaterThan(10);
  });

  it('is no larger than its header says, or cannot be decoded', { timeout: 60_000 }, async () => {
    // Codecs alone, without the thread, which takes most of the time.
    const ends = { refused: 0, decoded: 0 };
    await fc.assert(
      fc.asyncProperty(damage, async (one) => {
        const file = damaged(one);
        const header = readPictureHeader(file);
        fc.pre(header === undefined || header.width * header.height < 1_000_000);
        const pixels = await pixelsOf(file).catch(() => undefined);
        ends[pixels === undefined ? 'refused' : 'decoded'] += 1;
        if (pixels === undefined || header === undefined) return;
        expect([pixels.width, pixels.height]).toEqual([header.width, header.height]);
        expect(pixels.data).toHaveLength(header.width * header.height * 4);
      }),
      { numRuns: 400, endOnFailure: true },
    );
    expect(Math.min(ends.refused, ends.decoded)).toBeGreaterThan(40);
  });
});

describe('the craft', { timeout: 60_000 }, () => {
  it('processes twenty at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => reencode(jpeg)));
    expect(responses.filter((picture) => picture?.contentType === 'image/jpeg')).toHaveLength(20);
  });

  it('rejects requests beyond its queue, and serves all others', async () => {
    const narrow = createPictureWorker({ ...patient, runningMax: 1, waitingMax: 2 });
    const responses = await Promise.allSettled(
      Array.from({ length: 5 }, () => narrow.reencode(jpeg, newOwner())),
    );
    expect(responses.map(({ status }) => status).join(' ')).toBe(
      'fulfilled fulfilled fulfilled rejected rejected',
    );
    await narrow.close();
  });

  it('processes one picture of an owner at a time, and queues one more', async () => {
    const usual = createPictureWorker({ ...defaultPictureLimits, waitMaxMs: 60_000, timeLimitMs: 60_000 });
    const responses = await Promise.allSettled(
      Array.from({ length: 5 }, () => usual.reencode(jpeg, 'one owner')),
    );
    expect(responses.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const response of responses.slice(2))
      expect(response).toMatchObject({ status: 'rejected', reason: { literal: 'too-many-requests' } });
    await usual.close();
  });

  it('rejects a request that has waited too long, while the one before it continues', async () => {
    const busy = createPictureWorker({ ...patient, runningMax: 1, waitMaxMs: 1 });
    const first = busy.reencode(jpeg, 'first');
    await expect(busy.reencode(jpeg, 'second')).rejects.toMatchObject({ literal: 'service-unavailable' });
    await expect(first).resolves.toMatchObject({ contentType: 'image/jpeg' });
    await busy.close();
  });

  it('never has as many requests as the load shedder always admits', () => {
    const { runningMax, waitMaxMs, waitingMax } = defaultPictureLimits;
    expect(runningMax + waitingMax).toBeLessThan(16);
    expect(waitMaxMs).toBeLessThanOrEqual(2_000);
  });

  it('waits for running jobs when it is closed, and rejects queued and later ones', async () => {
    const closing = createPictureWorker({ ...patient, runningMax: 1 });
    const responses = Promise.allSettled([closing.reencode(jpeg, 'a'), closing.reencode(jpeg, 'b')]);
    await closing.close();
    expect(await responses).toMatchObject([
      { status: 'fulfilled', value: { contentType: 'image/jpeg' } },
      { status: 'rejected', reason: { literal: 'service-unavailable' } },
    ]);
    await expect(closing.reencode(jpeg, 'c')).rejects.toMatchObject({ literal: 'service-unavailable' });
  });

  it('terminates a job that takes too long, and continues with the next', async () => {
    const strict = createPictureWorker({ ...patient, runningMax: 1, timeLimitMs: 1 });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await expect(strict.reencode(large, 'a')).resolves.toBeUndefined();
    delay.disable();
    // The thread works, and this process serves other requests meanwhile.
    expect(delay.max / 1e6).toBeLessThan(500);
    await strict.close();
    await expect(reencode(jpeg)).resolves.toMatchObject({ contentType: 'image/jpeg' });
  });

  it('accepts twelve million pixels', async () => {
    await expect(reencode(large)).resolves.toMatchObject({ contentType: 'image/jpeg' });
  });
});

function isOurs(bytes: Buffer): boolean {
  const isJpeg = bytes.readUInt16BE(0) === 0xff_d8 && bytes.readUInt16BE(bytes.length - 2) === 0xff_d9;
  return isJpeg || bytes.subarray(1, 4).toString('latin1') === 'PNG';
}

function claiming(width: number, height: number): Buffer {
  return rawPng({ width, height, bitDepth: 8, colourType: 6, rows: [[0, 1, 2, 3, 4]] });
}

function jpegClaiming(width: number, height: number): Buffer {
  return Buffer.concat([Buffer.from('ffd8', 'hex'), jpegFrame(0xc0, [width, height]), jpeg.subarray(2)]);
}
