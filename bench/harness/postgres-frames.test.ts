import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommitSpotter, type Frame, FrameReader, isCommitted } from './postgres-frames.ts';

function frame(type: string, ...texts: readonly string[]): Buffer {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function only(bytes: Buffer): Frame {
  const [first] = new FrameReader('server').read(bytes);
  if (first === undefined) throw new Error('no frame');
  return first;
}

describe('a reader of frames', () => {
  test('finds the same messages however the stream was cut', () => {
    const messages = fc.array(fc.tuple(fc.constantFrom('P', 'B', 'E', 'S', 'Q'), fc.string()), {
      minLength: 1,
    });
    fc.assert(
      fc.property(messages, fc.array(fc.nat(50)), (given, cuts) => {
        const frames = given.map(([type, text]) => frame(type, text));
        const reader = new FrameReader('server');
        let rest = Buffer.concat(frames);
        const found: Frame[] = [];
        for (const size of cuts) {
          found.push(...reader.read(rest.subarray(0, size)));
          rest = rest.subarray(size);
        }
        found.push(...reader.read(rest));
        expect(found.map(({ bytes }) => bytes.toString('hex'))).toEqual(
          frames.map((bytes) => bytes.toString('hex')),
        );
      }),
    );
  });

  test('takes a client’s first message without a letter', () => {
    const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
    const frames = new FrameReader('client').read(Buffer.concat([startup, frame('S')]));
    expect(frames.map(({ type }) => type)).toEqual(['', 'S']);
  });
});

describe('a spotter of COMMITs', () => {
  test('knows a prepared COMMIT by its name, and only that', () => {
    const spotter = new CommitSpotter();
    const seen = [
      frame('P', 'p_1', 'commit'),
      frame('P', 'p_2', 'select 1'),
      frame('B', '', 'p_2'),
      frame('B', '', 'p_1'),
      frame('P', 'p_1', 'select 2'),
      frame('B', '', 'p_1'),
      frame('Q', ' COMMIT; '),
    ].map((bytes) => spotter.isCommit(only(bytes)));
    expect(seen).toEqual([false, false, false, true, false, false, true]);
  });

  test('hears from the server that it has committed', () => {
    expect(isCommitted(only(frame('C', 'COMMIT')))).toBe(true);
    expect(isCommitted(only(frame('C', 'ROLLBACK')))).toBe(false);
    expect(isCommitted(only(frame('Z', 'I')))).toBe(false);
  });
});
