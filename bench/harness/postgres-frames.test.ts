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

describe('FrameReader', () => {
  test('finds the same messages for any split of the stream', () => {
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

  test('reads the first message of a client without a type', () => {
    const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
    const frames = new FrameReader('client').read(Buffer.concat([startup, frame('S')]));
    expect(frames.map(({ type }) => type)).toEqual(['', 'S']);
  });
});

describe('CommitSpotter', () => {
  test('detects only the execution of a prepared COMMIT', () => {
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

  test('knows the statements of a transaction at its COMMIT', () => {
    const spotter = new CommitSpotter();
    const transactions = [
      frame('P', 'p_1', 'commit'),
      frame('P', 'p_2', 'begin'),
      frame('P', 'p_3', 'update one'),
      frame('P', 'p_4', 'insert two'),
      frame('B', '', 'p_2'),
      frame('B', '', 'p_3'),
      frame('B', '', 'p_1'),
      frame('B', '', 'p_2'),
      frame('B', '', 'p_4'),
      frame('B', '', 'p_1'),
    ].flatMap((bytes) => (spotter.isCommit(only(bytes)) ? [[...spotter.transaction]] : []));
    expect(transactions).toEqual([['update one'], ['insert two']]);
  });

  test('detects the commit response of the server', () => {
    expect(isCommitted(only(frame('C', 'COMMIT')))).toBe(true);
    expect(isCommitted(only(frame('C', 'ROLLBACK')))).toBe(false);
    expect(isCommitted(only(frame('Z', 'I')))).toBe(false);
  });
});
