import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  isScoped,
  laterExpiry,
  normalizedScope,
  type RestrictionKind,
  type RestrictionReason,
  type RestrictionScope,
  type SetterKind,
  stateAt,
} from '../../domain/restrictions/restriction.ts';
import { restrictionEvent } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import {
  insertRestriction,
  lockActiveOf,
  type Restriction,
  updateRestriction,
} from '../../store/restrictions.store.ts';
import { applyDeviceBlocks } from './device-blocks.ts';
import type { LockedClient } from './lock-client.ts';

type Ctx = Context & ClientPorts;

/** A restriction that a client is to have. */
export interface WantedRestriction {
  readonly kind: RestrictionKind;
  readonly scope: RestrictionScope;
  readonly reason: RestrictionReason;
  readonly note: string | undefined;
  readonly setterKind: SetterKind;
  readonly setterId: string;
  readonly expiresAt: Temporal.Instant | undefined;
  /** Given only by a restore, which sets one again. */
  readonly restrictionId?: string;
}

/** The restriction that the client has now. */
export interface PutResult {
  readonly restriction: Restriction;
  readonly isNew: boolean;
}

/**
 * Sets a restriction for a locked client, unless it has the same one by the same side; that one then lasts as long as
 * the longer of both. The caller audits its command.
 */
export async function putRestriction(
  ctx: Ctx,
  work: Work,
  client: LockedClient,
  wanted: WantedRestriction,
): Promise<PutResult> {
  const { bankId, clientVault, clock } = ctx;
  const now = clock.now();
  const scope = normalizedScope(wanted.scope);
  const setBy = wanted.setterKind === 'customer' ? 'client' : 'bank';
  const lists = await Promise.all(
    client.numbers.map((clientNumber) => lockActiveOf(work, clientVault, { bankId, clientNumber })),
  );
  const same = lists
    .flat()
    .filter(
      (one) => one.kind === wanted.kind && one.setBy === setBy && isSameScope(one.details.scope, scope),
    );
  const existing = same.find((one) => stateAt(one, now) === 'active');
  if (existing !== undefined) return prolong(ctx, work, existing, wanted.expiresAt);
  for (const over of same) recordExpiry(ctx, work, over);
  const { note, reason, setterId, setterKind } = wanted;
  const restriction: Restriction = {
    restrictionId: wanted.restrictionId ?? ctx.ids.uuid(virtualShard(bankId, client.clientNumber)),
    clientNumber: client.clientNumber,
    kind: wanted.kind,
    isScoped: isScoped(scope),
    setBy,
    state: 'active',
    setAt: now,
    expiresAt: wanted.expiresAt,
    endedAt: undefined,
    liftProposedBy: undefined,
    liftProposedAt: undefined,
    rowVersion: 1n,
    details: omitUndefined({ scope, reason, note, setterKind, setterId }),
  };
  insertRestriction(work, clientVault, { bankId, restriction, now });
  work.emit(restrictionEvent('restrictionSet', restriction, now));
  if (restriction.kind === 'device-block')
    await applyDeviceBlocks(ctx, work, {
      userIds: client.userIds,
      restrictions: [...lists.flat(), restriction],
    });
  return { restriction, isNew: true };
}

function prolong(
  { bankId, clientVault, clock }: Ctx,
  work: Work,
  existing: Restriction,
  wantedExpiry: Temporal.Instant | undefined,
): PutResult {
  const now = clock.now();
  const expiresAt = laterExpiry(existing.expiresAt, wantedExpiry);
  if (expiresAt === existing.expiresAt) return { restriction: existing, isNew: false };
  const restriction = { ...existing, expiresAt };
  updateRestriction(work, clientVault, { bankId, restriction, now });
  work.emit(restrictionEvent('restrictionSet', restriction, now));
  return { restriction, isNew: false };
}

/** Records the end of a locked restriction whose time is over. */
export function recordExpiry({ bankId, clientVault, clock }: Ctx, work: Work, over: Restriction): void {
  const now = clock.now();
  const restriction = { ...over, state: 'expired' as const, endedAt: over.expiresAt ?? now };
  updateRestriction(work, clientVault, { bankId, restriction, now });
  work.emit(restrictionEvent('restrictionExpired', restriction, now));
}

function isSameScope(one: RestrictionScope, other: RestrictionScope): boolean {
  return JSON.stringify(normalizedScope(one)) === JSON.stringify(normalizedScope(other));
}
