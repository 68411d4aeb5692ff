import { crc32, deflateSync } from 'node:zlib';
import type { PlainPicture } from '../../domain/picture.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const headerBytes = 13;
const bitDepth = 8;
const redGreenBlue = 2;

/** Encodes a picture as PNG without alpha: patterns are opaque. */
export function patternPng({ width, height, pixels }: PlainPicture): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, redGreenBlue], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rowsOf(width, height, pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each row starts with filter type 0 (none), then three bytes per pixel. */
function rowsOf(width: number, height: number, pixels: Uint8ClampedArray): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  let to = 0;
  for (let point = 0; point < width * height; point += 1) {
    if (point % width === 0) to += 1;
    for (let channel = 0; channel < 3; channel += 1) rows[to + channel] = pixels[point * 4 + channel] ?? 0;
    to += 3;
  }
  return rows;
}

/** Length, type, data, checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
