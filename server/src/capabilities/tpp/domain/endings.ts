import type { Temporal } from 'temporal-polyfill';
import { type Block, type BlockSubject, isInForce } from './block.ts';

/** Events that a restore replays from the ledger. */
export const tppEndings = ['third-party-blocked', 'third-party-unblocked'] as const;

/** A text that names a subject in events and in the ledger; `subjectIn` reads it. */
export function nameOf(subject: BlockSubject): string {
  return subject.kind === 'organisation'
    ? `organisation ${subject.organisationId}`
    : `certificate ${subject.serialNumber} ${subject.issuer}`;
}

/** Returns the subject that a text names. The serial number has no space; all other parts may. */
export function subjectIn(name: string): BlockSubject | undefined {
  const [kind, ...rest] = name.split(' ');
  const [serialNumber = '', ...issuer] = rest;
  if (kind === 'organisation' && rest.length > 0)
    return { kind: 'organisation', organisationId: rest.join(' ') };
  if (kind === 'certificate' && issuer.length > 0)
    return { kind: 'certificate', issuer: issuer.join(' '), serialNumber };
  return undefined;
}

/** What a restore must change about one subject. */
export interface BlockReplay {
  /** Whether the backup has brought back blocks that were lifted. */
  readonly mustLift: boolean;
  /** The block that is missing; without an end if a person must lift it. */
  readonly block: { readonly endsAt: Temporal.Instant | undefined } | undefined;
}

/** A block or a lifting outside the database, with the times of the ledger. */
export interface BlockLine {
  readonly kind: 'blocked' | 'unblocked';
  readonly at: Temporal.Instant;
  /** When the block ends by itself. */
  readonly until: Temporal.Instant | undefined;
}

/**
 * Compares the lines of one subject with its blocks in a restored database. Lifting ends all blocks of a subject, so
 * only lines after the last lifting count. One block replaces several: the one that lasts longest.
 */
export function replayOf(
  lines: readonly BlockLine[],
  blocks: readonly Block[],
  now: Temporal.Instant,
): BlockReplay {
  // A line that was appended twice or late is still older; of one moment, the later line counts.
  const ordered = lines.toSorted((one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds);
  const last = ordered.findLastIndex(({ kind }) => kind === 'unblocked');
  const liftedMs = ordered[last]?.at.epochMilliseconds ?? 0;
  const blocked = ordered
    .slice(last + 1)
    .map(({ until }) => ({ endsAt: until }))
    .filter((block) => isInForce(block, now));
  const current = blocks.filter((block) => isInForce(block, now));
  const mustLift = current.some(({ blockedAt }) => blockedAt.epochMilliseconds < liftedMs);
  const isMissing = endOf(blocked) > (mustLift ? 0 : endOf(current));
  return { mustLift, block: isMissing ? blocked.find((one) => endOf([one]) === endOf(blocked)) : undefined };
}

/** Returns the millisecond in which the last of these blocks ends: the ledger has no finer times. */
function endOf(blocks: readonly Pick<Block, 'endsAt'>[]): number {
  return Math.max(0, ...blocks.map(({ endsAt }) => endsAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY));
}
