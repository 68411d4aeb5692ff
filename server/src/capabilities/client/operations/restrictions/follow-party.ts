import { listUserIds } from '#capabilities/identity/index.ts';
import { lockStanding } from '#capabilities/party/index.ts';
import { lockCustomersExclusively } from '#platform/db/customer-lock.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nextState, type RestrictionKind, wholeClient } from '../../domain/restrictions/restriction.ts';
import { restrictionEvent } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { applyDeviceBlocks } from '../../steps/restrictions/device-blocks.ts';
import { lockClient } from '../../steps/restrictions/lock-client.ts';
import { putRestriction, renewed } from '../../steps/restrictions/put-restriction.ts';
import { deleteOfClient, renameClient } from '../../store/restriction-ends.store.ts';
import { lockActiveOf, type Restriction, updateRestriction } from '../../store/restrictions.store.ts';

type Ctx = Context & ClientPorts;

/**
 * Lets restrictions and fraud reports follow their client. A reported death blocks payments, a confirmed one holds the
 * estate; those of an erased client are deleted, and those of a merged one belong to the surviving record. SPEC 2.4.18
 */
export async function followParty(ctx: Ctx, event: DeliveredEvent): Promise<void> {
  const clientNumber = event.aggregateId;
  await runCommand(ctx, async (work) => {
    const count = await follow(ctx, work, event);
    work.audit({
      aggregateKind: 'client',
      aggregateId: clientNumber,
      changes: [{ field: `restrictions-after-${event.name}`, after: count }],
    });
  });
}

async function follow(ctx: Ctx, work: Work, event: DeliveredEvent): Promise<number> {
  const { bankId } = ctx;
  const clientNumber = event.aggregateId;
  switch (event.name) {
    case 'individual-death-reported':
      return setForDeath(ctx, work, clientNumber, 'payment-block');
    case 'individual-death-confirmed':
      return setForDeath(ctx, work, clientNumber, 'estate-hold');
    case 'parties-merged':
      return merge(ctx, work, event);
    default:
      return deleteOfClient(work, { bankId, clientNumber });
  }
}

async function setForDeath(
  ctx: Ctx,
  work: Work,
  clientNumber: string,
  kind: RestrictionKind,
): Promise<number> {
  const client = await lockClient(ctx, work, clientNumber);
  if (client === undefined) return 0;
  const { isNew } = await putRestriction(ctx, work, client, {
    kind,
    scope: wholeClient,
    reason: 'deceased',
    note: undefined,
    setterKind: 'product',
    setterId: 'death-report',
    expiresAt: undefined,
  });
  return isNew ? 1 : 0;
}

async function merge(ctx: Ctx, work: Work, { aggregateId, data }: DeliveredEvent): Promise<number> {
  const { bankId, clientVault } = ctx;
  const { reference } = data;
  if (typeof reference !== 'string') return 0;
  const standing = await lockStanding(work, { bankId, customerNumber: reference });
  const { partyNumber: survivor = reference, state = 'living' } = standing ?? {};
  const clientNumber = aggregateId;
  if (state === 'erased') return deleteOfClient(work, { bankId, clientNumber });
  await lockCustomersExclusively(work, { bankId, customerNumbers: [clientNumber, survivor] });
  const [moved, kept] = await Promise.all([
    lockActiveOf(work, clientVault, { bankId, clientNumber }),
    lockActiveOf(work, clientVault, { bankId, clientNumber: survivor }),
  ]);
  for (const one of moved) move(ctx, work, { restriction: { ...one, clientNumber: survivor }, kept });
  renameClient(work, { bankId, clientNumber, survivor });
  if (moved.some(({ kind }) => kind === 'device-block')) {
    const userIds = await listUserIds(work, { bankId, customerNumbers: [clientNumber, survivor] });
    await applyDeviceBlocks(ctx, work, { userIds, restrictions: [...moved, ...kept] });
  }
  return moved.length;
}

/** Where the surviving client has the same restriction, that one lasts as long as the longer of both. */
function move(
  ctx: Ctx,
  work: Work,
  { kept, restriction }: { readonly restriction: Restriction; readonly kept: readonly Restriction[] },
): void {
  const { bankId, clientVault, clock } = ctx;
  const now = clock.now();
  const save = (saved: Restriction): void =>
    updateRestriction(work, clientVault, { bankId, restriction: saved, now });
  const same = kept.find(
    (one) =>
      one.kind === restriction.kind &&
      one.setBy === restriction.setBy &&
      !one.isScoped &&
      !restriction.isScoped,
  );
  if (same === undefined) return save(restriction);
  const next = nextState(restriction, { kind: 'merged' }, now);
  const state = 'state' in next ? next.state : restriction.state;
  save({ ...restriction, state, endedAt: now });
  work.emit(restrictionEvent('restrictionLifted', restriction, now, same.restrictionId));
  save(
    renewed(same, {
      ...restriction.details,
      note: restriction.details.note,
      expiresAt: restriction.expiresAt,
    }),
  );
}
