import { Temporal } from 'temporal-polyfill';
import type { GroupMember } from './signing-change.ts';

/** A period of a membership that is over. */
export interface PastMembership {
  readonly userId: string;
  readonly validFrom: Temporal.Instant;
  readonly validUntil: Temporal.Instant;
}

/** Members of a group after a change, and the periods that ended with it. */
export interface GroupPeriods {
  readonly members: readonly GroupMember[];
  readonly ended: readonly PastMembership[];
}

/**
 * Replaces the members of a group from now on. What held before is not rewritten: who leaves was a member until now,
 * who stays has been one since the same time, and who comes is none before now, whatever the entered times say.
 * Signatures of the past therefore keep their meaning.
 */
export function replaceGroup(
  current: readonly GroupMember[],
  wanted: readonly GroupMember[],
  now: Temporal.Instant,
): GroupPeriods {
  const before = new Map(current.map((member) => [member.userId, member]));
  const members = wanted.flatMap((member) => periodFromNow(before.get(member.userId), member, now));
  const continued = new Set(
    members.flatMap((member) =>
      isContinued(before.get(member.userId), member.validFrom, now) ? [member.userId] : [],
    ),
  );
  return {
    members,
    ended: current
      .filter(({ userId }) => !continued.has(userId))
      .flatMap(({ userId, validFrom, validUntil }) => {
        const end = validUntil === undefined || isBefore(now, validUntil) ? now : validUntil;
        return isBefore(validFrom, end) ? [{ userId, validFrom, validUntil: end }] : [];
      }),
  };
}

function periodFromNow(
  before: GroupMember | undefined,
  { userId, validFrom, validUntil }: GroupMember,
  now: Temporal.Instant,
): readonly GroupMember[] {
  if (validUntil !== undefined && !isBefore(now, validUntil)) return [];
  const start = isBefore(now, validFrom) ? validFrom : now;
  const since = before !== undefined && isContinued(before, start, now) ? before.validFrom : start;
  return [{ userId, validFrom: since, validUntil }];
}

/** A membership goes on if it holds now and the new one does, too. */
function isContinued(
  before: GroupMember | undefined,
  start: Temporal.Instant,
  now: Temporal.Instant,
): boolean {
  if (before === undefined || isBefore(now, start)) return false;
  const isCurrent = before.validUntil === undefined || isBefore(now, before.validUntil);
  return isCurrent && !isBefore(now, before.validFrom);
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
