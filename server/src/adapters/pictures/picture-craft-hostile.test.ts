import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { Picture } from '#capabilities/identity/ports/pictures.ts';
import { readPictureHeader } from './picture-header.ts';
import { createPictureCraft, type PictureRules, usualPictureRules } from './picture-worker.ts';
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

/** As many and as slow as a busy machine may need; tests of the limits make their own. */
const patient: PictureRules = {
  ...usualPictureRules,
  waitingMax: 100,
  waitMaxMs: 60_000,
  timeLimitMs: 60_000,
};
const craft = createPictureCraft(patient);
afterAll(() => craft.close());

let owners = 0;
/** Pictures of different owners do not wait for each other. */
function newOwner(): string {
  owners += 1;
  return `owner-${owners}`;
}
const remake = (file: Uint8Array): Promise<Picture | undefined> => craft.remake(file, newOwner());

const gradient = painted(48, 40, (x, y) => [x * 5, y * 6, 90, 255]);
const jpeg = await jpegOf(gradient);
const png = pngOf(gradient);
const large = pngOf(plain(4_000, 3_000, [10, 200, 90, 255]));

describe('what is no picture we take', { timeout: 30_000 }, () => {
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
    ['a JPEG for printers, in four colours', rawJpeg(4)],
    ['a PNG whose header has no end', Buffer.concat([png.subarray(0, 33), Buffer.alloc(100)])],
    [
      'a JPEG without tables',
      Buffer.concat([Buffer.from('ffd8', 'hex'), jpegFrame(0xc0, [8, 8]), Buffer.from('ffd9', 'hex')]),
    ],
  ];

  test.each(files)('is refused: %s', async (_name, file) => {
    await expect(remake(file)).resolves.toBeUndefined();
  });

  const sizes: readonly (readonly [string, Buffer])[] = [
    ['a PNG that claims gigabytes', claiming(65_535, 65_535)],
    ['a PNG that claims more than can be counted', claiming(0xff_ff_ff_ff, 1)],
    ['a PNG with a side too long', claiming(4_097, 1)],
    ['a PNG with too many points', claiming(4_096, 2_930)],
    ['a PNG without points', claiming(0, 10)],
    ['a JPEG that claims gigabytes', jpegClaiming(65_535, 65_535)],
    ['a JPEG with too many points', jpegClaiming(4_000, 3_001)],
    ['a JPEG that tells its height later', jpegClaiming(100, 0)],
    ['a file beyond 2 MB', Buffer.concat([png, Buffer.alloc(2_000_001 - png.length)])],
  ];

  test.each(sizes)('is refused by its header, without a thread: %s', async (_name, file) => {
    // This one has no thread to give: whatever needs one fails.
    const idle = createPictureCraft({ ...patient, runningMax: 0, waitingMax: 0 });
    await expect(idle.remake(file, 'o')).resolves.toBeUndefined();
    await expect(idle.remake(png, 'o')).rejects.toMatchObject({ literal: 'service-unavailable' });
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

  /** Behind the header, which other tests look after; with good checksums the damage gets past the first door. */
  function damaged({ file, cut, flips, checks }: Damage): Buffer {
    const headerBytes = 33;
    const at = (share: number): number => headerBytes + Math.floor(share * (file.length - headerBytes));
    const copy = Buffer.from(file);
    for (const [share, bits] of flips) copy.writeUInt8(copy.readUInt8(at(share)) ^ bits, at(share));
    const whole = file === png && checks === 'mended' ? withChecksums(copy) : copy;
    return cut === null ? whole : whole.subarray(0, at(cut));
  }

  it('is refused or remade, and nothing breaks or hangs', { timeout: 120_000 }, async () => {
    const ends = { refused: 0, remade: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 10, maxLength: 10 }), async (damages) => {
        const answers = await Promise.all(damages.map((one) => remake(damaged(one))));
        for (const picture of answers) {
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
    // Codecs alone, without the thread around them, which costs most of the time.
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
  it('answers twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => remake(jpeg)));
    expect(answers.filter((picture) => picture?.contentType === 'image/jpeg')).toHaveLength(20);
  });

  it('refuses requests that its queue has no room for, and serves all others', async () => {
    const narrow = createPictureCraft({ ...patient, runningMax: 1, waitingMax: 2 });
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => narrow.remake(jpeg, newOwner())),
    );
    expect(answers.map(({ status }) => status).join(' ')).toBe(
      'fulfilled fulfilled fulfilled rejected rejected',
    );
    await narrow.close();
  });

  it('makes one picture of an owner at a time, and lets one more wait', async () => {
    const usual = createPictureCraft({ ...usualPictureRules, waitMaxMs: 60_000, timeLimitMs: 60_000 });
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => usual.remake(jpeg, 'one owner')),
    );
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const answer of answers.slice(2))
      expect(answer).toMatchObject({ status: 'rejected', reason: { literal: 'too-many-requests' } });
    await usual.close();
  });

  it('refuses a request that has waited too long, while the one before it goes on', async () => {
    const busy = createPictureCraft({ ...patient, runningMax: 1, waitMaxMs: 1 });
    const first = busy.remake(jpeg, 'first');
    await expect(busy.remake(jpeg, 'second')).rejects.toMatchObject({ literal: 'service-unavailable' });
    await expect(first).resolves.toMatchObject({ contentType: 'image/jpeg' });
    await busy.close();
  });

  it('never holds as many requests as the load shedder always admits', () => {
    const { runningMax, waitMaxMs, waitingMax } = usualPictureRules;
    expect(runningMax + waitingMax).toBeLessThan(16);
    expect(waitMaxMs).toBeLessThanOrEqual(2_000);
  });

  it('lets what is under way end when it is closed, and refuses what waits or comes later', async () => {
    const closing = createPictureCraft({ ...patient, runningMax: 1 });
    const answers = Promise.allSettled([closing.remake(jpeg, 'a'), closing.remake(jpeg, 'b')]);
    await closing.close();
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: { contentType: 'image/jpeg' } },
      { status: 'rejected', reason: { literal: 'service-unavailable' } },
    ]);
    await expect(closing.remake(jpeg, 'c')).rejects.toMatchObject({ literal: 'service-unavailable' });
  });

  it('ends what takes too long, and goes on with the next', async () => {
    const strict = createPictureCraft({ ...patient, runningMax: 1, timeLimitMs: 1 });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await expect(strict.remake(large, 'a')).resolves.toBeUndefined();
    delay.disable();
    // The thread works, and the requests of this process go on meanwhile.
    expect(delay.max / 1e6).toBeLessThan(500);
    await strict.close();
    await expect(remake(jpeg)).resolves.toMatchObject({ contentType: 'image/jpeg' });
  });

  it('takes twelve million points', async () => {
    await expect(remake(large)).resolves.toMatchObject({ contentType: 'image/jpeg' });
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
