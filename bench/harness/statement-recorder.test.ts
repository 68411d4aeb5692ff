import { expect, test } from 'vitest';
import { type Frame, FrameReader } from './postgres-frames.ts';
import { StatementReader } from './statement-recorder.ts';

function frame(type: string, body: Buffer): Frame {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  const [first] = new FrameReader('server').read(Buffer.concat([head, body]));
  if (first === undefined) throw new Error('no frame');
  return first;
}

function parse(name: string, text: string): Frame {
  return frame('P', Buffer.from(`${name}\0${text}\0\0\0`));
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** Bytes are sent as they are, text as text. */
function bind(name: string, values: readonly (string | Buffer | null)[]): Frame {
  const formats = values.map((value) => int16(Buffer.isBuffer(value) ? 1 : 0));
  const parts = values.flatMap((value) => {
    if (value === null) return [int32(-1)];
    const bytes = Buffer.from(value);
    return [int32(bytes.length), bytes];
  });
  return frame(
    'B',
    Buffer.concat([
      Buffer.from(`\0${name}\0`),
      int16(formats.length),
      ...formats,
      int16(values.length),
      ...parts,
    ]),
  );
}

const sync = frame('S', Buffer.alloc(0));

test('returns the statements of each flush with their values', () => {
  const reader = new StatementReader();
  const flushes = [
    parse('one', 'select $1'),
    parse('two', 'insert $1, $2, $3'),
    bind('one', ['01']),
    sync,
    bind('two', ['Müller', Buffer.from([0, 255]), null]),
    bind('one', ['02']),
    sync,
    sync,
  ].flatMap((message) => reader.read(message) ?? []);
  expect(flushes).toEqual([
    { text: 'select $1', values: ['01'] },
    { text: 'insert $1, $2, $3', values: ['Müller', String.raw`\x00ff`, null] },
    { text: 'select $1', values: ['02'] },
  ]);
});
