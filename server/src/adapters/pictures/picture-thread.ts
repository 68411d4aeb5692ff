import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { decodePicture, encodeJpeg, encodePng } from './codecs.ts';
import type { PictureHeader } from './picture-header.ts';
import { inflatesWithin, readPngParts } from './png-parts.ts';
import { isTransparent, type Pixels, scaleDown } from './scale-down.ts';
import type { CodecModules } from './web-assembly.ts';

/** What a thread is given to do. */
export interface PictureTask {
  readonly file: Uint8Array;
  readonly header: PictureHeader;
  readonly sideMax: number;
}

/** What a thread says: first that it is there, then what it made. */
export type PictureWord =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'made';
      readonly bytes: Uint8Array;
      readonly contentType: 'image/png' | 'image/jpeg';
    };

// A thread that remakes one picture. See picture-craft.ts.
const port = parentPort;
assert(port !== null, 'runs as a thread');
// oxlint-disable-next-line typescript/no-unsafe-assignment -- `picture-craft.ts` passes these, and nobody else
const modules: CodecModules = workerData;

function say(word: PictureWord): void {
  port?.postMessage(word);
}

async function remake({ file, header, sideMax }: PictureTask): Promise<PictureWord> {
  const pixels = await pixelsOf(file, header);
  if (pixels === undefined) return { kind: 'refused' };
  const picture = scaleDown(pixels, sideMax);
  return isTransparent(picture)
    ? { kind: 'made', bytes: encodePng(modules, picture), contentType: 'image/png' }
    : { kind: 'made', bytes: await encodeJpeg(modules, picture), contentType: 'image/jpeg' };
}

async function pixelsOf(file: Uint8Array, header: PictureHeader): Promise<Pixels | undefined> {
  try {
    if (header.kind === 'png' && !(await isPngAsLong(file))) return undefined;
    const pixels = await decodePicture(modules, file, header);
    // The limits were kept by the header as we read it; a codec that reads it otherwise has kept no limit.
    return pixels !== undefined && isSameSize(pixels, header) ? pixels : undefined;
  } catch {
    // Codecs throw at what they cannot read, and the file is a stranger's: that is an answer and not a fault.
    return undefined;
  }
}

async function isPngAsLong(file: Uint8Array): Promise<boolean> {
  const parts = readPngParts(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  return parts !== undefined && (await inflatesWithin(parts));
}

/** A picture that was turned has its sides swapped. */
function isSameSize(pixels: Pixels, { width, height }: PictureHeader): boolean {
  return pixels.width * pixels.height === width * height && [width, height].includes(pixels.width);
}

port.once('message', (task: PictureTask) => void remake(task).then(say));
say({ kind: 'ready' });
