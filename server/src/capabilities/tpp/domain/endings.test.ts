import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Block, BlockSubject } from './block.ts';
import { type BlockLine, nameOf, replayOf, subjectIn } from './endings.ts';

const now = Temporal.Instant.from('2026-06-01T12:00:00Z');
const subject: BlockSubject = { kind: 'organisation', organisationId: 'PSDDE-BAFIN-1' };
const at = (hour: number): string => `2026-06-01T0${hour}:00:00.000Z`;

function blocked(hour: number, until?: string): BlockLine {
  return {
    kind: 'blocked',
    at: Temporal.Instant.from(at(hour)),
    until: until === undefined ? undefined : Temporal.Instant.from(until),
  };
}

function unblocked(hour: number): BlockLine {
  return { ...blocked(hour), kind: 'unblocked' };
}

function blockAt(hour: number, until?: string): Block {
  return {
    id: 'x',
    subject,
    reason: 'withdrawn',
    blockedAt: Temporal.Instant.from(at(hour)),
    endsAt: until === undefined ? undefined : Temporal.Instant.from(until),
  };
}

const [soon, late, past] = ['2026-06-02T00:00:00.000Z', '2026-07-01T00:00:00.000Z', at(9)];
const nothing = { mustLift: false, block: undefined };
const forever = { endsAt: undefined };

describe('replayOf', () => {
  test.each([
    ['a block after the backup is made again', [blocked(2)], [], { ...nothing, block: forever }],
    ['a block of the backup stays', [blocked(1)], [blockAt(1)], nothing],
    [
      'a block lifted after the backup is lifted again',
      [unblocked(3)],
      [blockAt(1)],
      { ...nothing, mustLift: true },
    ],
    ['a block made and lifted after the backup stays away', [blocked(2), unblocked(3)], [], nothing],
    [
      'a block lifted and made again is made again',
      [blocked(1), unblocked(2), blocked(3)],
      [blockAt(1)],
      { mustLift: true, block: forever },
    ],
    ['a lifting before the block of the backup counts no more', [unblocked(1)], [blockAt(2)], nothing],
    ['a line that was appended late is still older', [unblocked(3), blocked(2)], [], nothing],
    ['a block that has ended is not made again', [blocked(2, past)], [], nothing],
    [
      'of two blocks the longer one is made',
      [blocked(2, late), blocked(3, soon)],
      [],
      { ...nothing, block: { endsAt: Temporal.Instant.from(late) } },
    ],
    [
      'a block without an end is longer than any',
      [blocked(2), blocked(3, late)],
      [],
      { ...nothing, block: forever },
    ],
    [
      'a block that was made longer after the backup is made again',
      [blocked(1, soon), blocked(3, late)],
      [blockAt(1, soon)],
      { ...nothing, block: { endsAt: Temporal.Instant.from(late) } },
    ],
    ['a block with its end in the backup stays', [blocked(1, soon)], [blockAt(1, soon)], nothing],
  ])('%s', (_, lines, blocks, expected) => {
    expect(replayOf(lines, blocks, now)).toEqual(expected);
  });
});

describe('subjectIn', () => {
  test.each<BlockSubject>([
    subject,
    { kind: 'organisation', organisationId: 'PSDDE-BAFIN-1 2' },
    { kind: 'certificate', issuer: 'CN=Test CA, O=Test  Trust', serialNumber: '4f2a' },
  ])('reads the name of %j', (named) => {
    expect(subjectIn(nameOf(named))).toEqual(named);
  });

  test.each(['', 'organisation', 'certificate 4f2a', 'user usr_1'])('reads no subject in "%s"', (name) => {
    expect(subjectIn(name)).toBeUndefined();
  });
});
