import type { Picture, PictureEncoder } from '#capabilities/identity/ports/pictures.ts';
import { type ConcurrencyRules, createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import { isAffordable } from './picture-cost.ts';
import { type PictureHeader, readPictureHeader } from './picture-header.ts';
import { remakeInThread } from './remake-in-thread.ts';
import { type CodecModules, compileCodecs } from './web-assembly.ts';

/** Number of concurrent pictures, length and time limit of the queue, and time limit of a picture. */
export interface PictureLimits extends ConcurrencyRules {
  readonly timeLimitMs: number;
}

/** SPEC 8.3.18 `p.picture-size-max`. */
const fileMaxBytes = 2_000_000;
/** The declared size is checked before decoding: a few bytes can declare gigabytes. */
const sourceSideMax = 4_096;
const sourcePixelsMax = 12_000_000;
const resultSideMax = 512;

// GAP: how long a request may wait for a picture is not specified. ADR-0049
/** Running and queued requests together are fewer than the load shedder always admits. */
export const defaultPictureLimits: PictureLimits = {
  runningMax: 2,
  runningPerCallerMax: 1,
  waitingMax: 8,
  waitingPerCallerMax: 1,
  waitMaxMs: 2_000,
  timeLimitMs: 3_000,
};

/**
 * Re-encodes pictures in threads, so that they do not block other requests. Loads the codecs with the first picture.
 */
export function createPictureWorker(rules: PictureLimits = defaultPictureLimits): PictureEncoder {
  const limit = createConcurrencyLimit(rules);
  let modules: Promise<CodecModules> | undefined;

  return {
    async reencode(bytes, owner) {
      const header = acceptableHeader(bytes);
      if (header === undefined) return undefined;
      // A separate copy: the caller may reuse its buffer while this one waits.
      const file = new Uint8Array(bytes);
      return limit.run(owner, async () => {
        modules ??= compileCodecs();
        const task = { file, header, sideMax: resultSideMax };
        return pictureOf(await remakeInThread(await modules, task, rules.timeLimitMs));
      });
    },
    close: () => limit.close(),
  };
}

function pictureOf(made: Awaited<ReturnType<typeof remakeInThread>>): Picture | undefined {
  return made && { bytes: Buffer.from(made.bytes), contentType: made.contentType };
}

function acceptableHeader(bytes: Uint8Array): PictureHeader | undefined {
  const header = bytes.length > fileMaxBytes ? undefined : readPictureHeader(bytes);
  return header !== undefined && isSized(header) && isAffordable(bytes, header) ? header : undefined;
}

function isSized({ width, height }: PictureHeader): boolean {
  const hasSides = Math.min(width, height) > 0 && Math.max(width, height) <= sourceSideMax;
  return hasSides && width * height <= sourcePixelsMax;
}
