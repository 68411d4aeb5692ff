import { Readable } from 'node:stream';
import { createInflate, type Inflate } from 'node:zlib';

/** Parts of a PNG file. */
export interface PngParts {
  readonly chunkCount: number;
  /** The compressed image data, in chunks. */
  readonly data: readonly Buffer[];
  /** Maximum size of the uncompressed image data: filter bytes and pixels. */
  readonly rawBytes: number;
}

const signatureBytes = 8;
/** Length, type and checksum. */
const chunkFrameBytes = 12;
const samplesByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Interlaced rows are shorter and more, each rounded up to a byte and with its own filter byte. */
const rowOverheadBytes = 5;
const interlacePasses = 7;

/** Lists the chunks of a PNG file; undefined for an unknown colour type. Reads only the lengths. */
export function readPngParts(file: Buffer): PngParts | undefined {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const samples = samplesByColourType[file.readUInt8(25)];
  if (samples === undefined) return undefined;
  const rowBytes = Math.ceil((width * samples * file.readUInt8(24)) / 8);
  const data: Buffer[] = [];
  let chunkCount = 0;
  for (let at = signatureBytes; at + chunkFrameBytes <= file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    chunkCount += 1;
    at += chunkFrameBytes + length;
  }
  return { chunkCount, data, rawBytes: (height + interlacePasses) * (rowBytes + rowOverheadBytes) };
}

/**
 * Returns whether the image data is no longer than the header says. A decoder that reads on after the last row would
 * inflate gigabytes. Data that cannot be inflated is left to the decoder, which stops at the same position.
 */
export async function inflatesWithin(
  { data, rawBytes }: PngParts,
  inflate: Inflate = createInflate(),
): Promise<boolean> {
  let inflatedBytes = 0;
  const inflating = Readable.from(data).pipe(inflate);
  try {
    for await (const chunk of inflating) {
      inflatedBytes += Buffer.isBuffer(chunk) ? chunk.length : 0;
      if (inflatedBytes > rawBytes) return false;
    }
  } catch {
    // The decoder finds the same error, and rejects the file or uses what came before it.
  }
  return true;
}
