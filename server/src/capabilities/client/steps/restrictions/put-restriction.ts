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
import { insertRestriction, type Restriction, updateRestriction } from '../../store/restrictions.store.ts';
import { applyDeviceBlocks } from './device-blocks.ts';
import { type LockedClient, lockRestrictionsOf } from './lock-client.ts';

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

/** What a renewal says. */
export type RenewedBy = Pick<WantedRestriction, 'expiresAt' | 'note' | 'reason' | 'setterId' | 'setterKind'>;

/** The restriction that the client has now. */
export interface PutResult {
  readonly restriction: Restriction;
  readonly isNew: boolean;
}

/**
 * Sets a restriction for a locked client, unless it has the same one by the same side; that one is renewed then. The
 * caller audits its command.
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
  const active = await lockRestrictionsOf(ctx, work, client);
  const same = active.filter(
    (one) => one.kind === wanted.kind && one.setBy === setBy && isSameScope(one.details.scope, scope),
  );
  const existing = same.find((one) => stateAt(one, now) === 'active');
  if (existing !== undefined) return renew(ctx, work, existing, wanted);
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
      restrictions: [...active, restriction],
    });
  return { restriction, isNew: true };
}

/** The restriction lasts as long as the longer of both; what was decided about it before the renewal is void. */
function renew(
  { bankId, clientVault, clock }: Ctx,
  work: Work,
  existing: Restriction,
  wanted: WantedRestriction,
): PutResult {
  const now = clock.now();
  const restriction = renewed(existing, wanted);
  if (isSame(existing, restriction)) return { restriction: existing, isNew: false };
  updateRestriction(work, clientVault, { bankId, restriction, now });
  work.emit(restrictionEvent('restrictionSet', restriction, now));
  return { restriction, isNew: false };
}

/**
 * Returns a restriction of the bank after it was set once more: with the newest reason, and without a proposal to lift
 * it. One for an action that is past due changes only the time of one that has another reason, and never replaces it.
 */
export function renewed(
  existing: Restriction,
  { expiresAt: wantedExpiry, note, reason, setterId, setterKind }: RenewedBy,
): Restriction {
  const expiresAt = laterExpiry(existing.expiresAt, wantedExpiry);
  if (existing.setBy === 'client' || reason === 'overdue-action') return { ...existing, expiresAt };
  const { liftReason: _, ...kept } = existing.details;
  return {
    ...existing,
    expiresAt,
    liftProposedBy: undefined,
    liftProposedAt: undefined,
    details: omitUndefined({ ...kept, reason, note, setterKind, setterId }),
  };
}

function isSame(one: Restriction, other: Restriction): boolean {
  return JSON.stringify({ ...one, rowVersion: 0 }) === JSON.stringify({ ...other, rowVersion: 0 });
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
