import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { createInflate } from 'node:zlib';
import { decodePicture, encodeJpeg, encodePng } from './codecs.ts';
import type { PictureHeader } from './picture-header.ts';
import { inflatesWithin, readPngParts } from './png-parts.ts';
import { isTransparent, type Pixels, scaleDown } from './scale-down.ts';
import type { CodecModules } from './web-assembly.ts';

/** A job of a thread. */
export interface PictureTask {
  readonly file: Uint8Array;
  readonly header: PictureHeader;
  readonly sideMax: number;
}

/** Messages of a thread: first that it is ready, then its result. */
export type PictureMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'made';
      readonly bytes: Uint8Array;
      readonly contentType: 'image/png' | 'image/jpeg';
    };

// Thread that re-encodes one picture. See picture-worker.ts.
const port = parentPort;
assert(port !== null, 'runs as a thread');
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only `picture-worker.ts` passes these
const modules: CodecModules = workerData;

// Before the thread is ready: Node aborts the whole process if a thread is terminated while it creates a zlib stream, and
// a picture that takes too long is terminated at any time.
const inflate = createInflate();

function send(message: PictureMessage): void {
  port?.postMessage(message);
}

async function reencode({ file, header, sideMax }: PictureTask): Promise<PictureMessage> {
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
    // The limits were checked on the header as we read it; if a codec reads another size, the limits were not enforced.
    return pixels !== undefined && isSameSize(pixels, header) ? pixels : undefined;
  } catch {
    // Codecs throw for files they cannot decode. The file is untrusted, so this is a result and not an error.
    return undefined;
  }
}

async function isPngAsLong(file: Uint8Array): Promise<boolean> {
  const parts = readPngParts(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  return parts !== undefined && (await inflatesWithin(parts, inflate));
}

/** A rotated picture has its sides swapped. */
function isSameSize(pixels: Pixels, { width, height }: PictureHeader): boolean {
  return pixels.width * pixels.height === width * height && [width, height].includes(pixels.width);
}

port.once('message', (task: PictureTask) => void reencode(task).then(send));
send({ kind: 'ready' });
