import type { Picture, PictureCraft } from '#capabilities/identity/ports/pictures.ts';
import { type ConcurrencyRules, createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import { isAffordable } from './picture-cost.ts';
import { type PictureHeader, readPictureHeader } from './picture-header.ts';
import { remakeInThread } from './studio.ts';
import { type CodecModules, compileCodecs } from './web-assembly.ts';

/** How many are remade side by side, how many may wait and how long, and how long one may take. */
export interface PictureRules extends ConcurrencyRules {
  readonly timeLimitMs: number;
}

/** SPEC 8.3.18 `p.picture-size-max`. */
const fileMaxBytes = 2_000_000;
/** What a file claims to be is known before it is decoded: a few bytes can claim to be gigabytes. */
const givenSideMax = 4_096;
const givenPointsMax = 12_000_000;
const madeSideMax = 512;

// GAP: how long a request may wait for a picture is not specified. ADR-0049
/** Running and waiting together are fewer requests than the load shedder always admits. */
export const usualPictureRules: PictureRules = {
  runningMax: 2,
  runningPerCallerMax: 1,
  waitingMax: 8,
  waitingPerCallerMax: 1,
  waitMaxMs: 2_000,
  timeLimitMs: 3_000,
};

/** Remakes pictures in threads, so that no other request waits for one. The codecs are read with the first picture. */
export function createPictureCraft(rules: PictureRules = usualPictureRules): PictureCraft {
  const limit = createConcurrencyLimit(rules);
  let modules: Promise<CodecModules> | undefined;

  return {
    async remake(bytes, owner) {
      const header = acceptableHeader(bytes);
      if (header === undefined) return undefined;
      // A copy of our own: the caller may go on using theirs while this one waits.
      const file = new Uint8Array(bytes);
      return limit.run(owner, async () => {
        modules ??= compileCodecs();
        const task = { file, header, sideMax: madeSideMax };
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
  const hasSides = Math.min(width, height) > 0 && Math.max(width, height) <= givenSideMax;
  return hasSides && width * height <= givenPointsMax;
}
