import type { Picture, PictureCraft } from '#capabilities/identity/ports/pictures.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { type PictureHeader, readPictureHeader } from './picture-header.ts';
import { remakeInThread } from './studio.ts';
import { type CodecModules, compileCodecs } from './web-assembly.ts';

/** How many are remade side by side, how many may wait, and how long one may take. */
export interface PictureRules {
  readonly threadsMax: number;
  readonly waitingMax: number;
  readonly timeLimitMs: number;
}

/** SPEC 8.3.18 `p.picture-size-max`. */
const fileMaxBytes = 2_000_000;
/** What a file claims to be is known before it is decoded: a few bytes can claim to be gigabytes. */
const givenSideMax = 4_096;
const givenPointsMax = 12_000_000;
const madeSideMax = 512;

const usual: PictureRules = { threadsMax: 2, waitingMax: 64, timeLimitMs: 5_000 };

/** Remakes pictures in threads, so that requests never wait for one. The codecs are read with the first picture. */
export function createPictureCraft(rules: PictureRules = usual): PictureCraft {
  const waiting: PromiseWithResolvers<void>[] = [];
  let busy = 0;
  let modules: Promise<CodecModules> | undefined;
  let closed: PromiseWithResolvers<void> | undefined;

  async function enter(): Promise<void> {
    const isFull = busy >= rules.threadsMax && waiting.length >= rules.waitingMax;
    if (closed !== undefined || isFull) throw standardProblems['service-unavailable']();
    if (busy < rules.threadsMax) {
      busy += 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    waiting.push(turn);
    await turn.promise;
  }

  /** Whoever comes next takes over the place, so nobody can slip in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next !== undefined) return next.resolve();
    busy -= 1;
    if (busy === 0) closed?.resolve();
  }

  return {
    async remake(bytes) {
      const header = acceptableHeader(bytes);
      if (header === undefined) return undefined;
      // A copy of our own: the caller may go on using theirs while this one waits.
      const file = new Uint8Array(bytes);
      await enter();
      try {
        modules ??= compileCodecs();
        const task = { file, header, sideMax: madeSideMax };
        return pictureOf(await remakeInThread(await modules, task, rules.timeLimitMs));
      } finally {
        leave();
      }
    },
    async close() {
      closed ??= Promise.withResolvers<void>();
      for (const turn of waiting.splice(0)) turn.reject(standardProblems['service-unavailable']());
      if (busy === 0) closed.resolve();
      await closed.promise;
    },
  };
}

function pictureOf(made: Awaited<ReturnType<typeof remakeInThread>>): Picture | undefined {
  return made && { bytes: Buffer.from(made.bytes), contentType: made.contentType };
}

function acceptableHeader(bytes: Uint8Array): PictureHeader | undefined {
  const header = bytes.length > fileMaxBytes ? undefined : readPictureHeader(bytes);
  if (header === undefined) return undefined;
  const { width, height } = header;
  const isSized = Math.min(width, height) > 0 && Math.max(width, height) <= givenSideMax;
  return isSized && width * height <= givenPointsMax ? header : undefined;
}
