import { crc32, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { dummyPicture } from '../../domain/picture.ts';
import { patternPng } from './dummy-picture.ts';

interface Part {
  readonly name: string;
  readonly data: Buffer;
}

/** The parts of a PNG file; throws when a checksum is wrong. */
function partsOf(file: Buffer): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    parts.push({ name: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += 12 + length;
  }
  return parts;
}

it('writes a PNG file with the pixels of the picture and nothing else', () => {
  const picture = dummyPicture(Buffer.from('a seed that is hard to guess'));
  const file = patternPng(picture);
  const [header, content, end, ...more] = partsOf(file);
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect([header?.name, content?.name, end?.name, more]).toEqual(['IHDR', 'IDAT', 'IEND', []]);
  expect(header?.data.toString('hex')).toBe('000000c0000000c00802000000');
  const rows = inflateSync(content?.data ?? Buffer.alloc(0));
  expect(rows).toHaveLength(192 * (1 + 192 * 3));
  const points = [...rows].filter((_, at) => at % 577 !== 0);
  expect(points).toEqual([...picture.pixels].filter((_, at) => at % 4 !== 3));
});

it('writes the same bytes for the same picture', () => {
  const seed = Buffer.from('another seed');
  expect(patternPng(dummyPicture(seed))).toEqual(patternPng(dummyPicture(seed)));
});
