import type { PictureHeader } from './picture-header.ts';
import { readPngParts } from './png-parts.ts';

const startOfScan = Buffer.from('ffda', 'hex');
/** A progressive file of a camera or an editor has about ten. */
const scansMax = 100;
/** Every scan visits every pixel, whatever it contains: twenty scans of the largest picture. */
const scanPointsMax = 240_000_000;
/** An encoder writes a chunk for every few kilobytes. */
const chunksMax = 5_000;
/** Compressed data is rarely longer than the original. */
const compressedSlackBytes = 4_096;

/** Returns whether decoding costs no more than a picture of its size may cost, estimated from the file alone. */
export function isAffordable(bytes: Uint8Array, header: PictureHeader): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return header.kind === 'jpeg' ? isAffordableJpeg(file, header) : isAffordablePng(file);
}

function isAffordableJpeg(file: Buffer, { width, height }: PictureHeader): boolean {
  const max = Math.min(scansMax, Math.floor(scanPointsMax / (width * height)));
  return hasAtMostScans(file, max);
}

/**
 * Counts the marker everywhere, also inside metadata and after the end, so the count does not depend on parsing the
 * file exactly like the decoder. Coded data never contains it, and two megabytes of metadata contain it about thirty
 * times by chance.
 */
function hasAtMostScans(file: Buffer, max: number): boolean {
  let count = 0;
  for (let at = file.indexOf(startOfScan); at !== -1; at = file.indexOf(startOfScan, at + 2)) {
    count += 1;
    if (count > max) return false;
  }
  return true;
}

function isAffordablePng(file: Buffer): boolean {
  const parts = readPngParts(file);
  if (parts === undefined || parts.chunkCount > chunksMax) return false;
  const compressedBytes = parts.data.reduce((sum, { length }) => sum + length, 0);
  return compressedBytes <= 2 * parts.rawBytes + compressedSlackBytes;
}
