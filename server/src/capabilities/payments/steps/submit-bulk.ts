import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { totalsOf } from '#capabilities/sca/index.ts';
import type { Context } from '#platform/work/context.ts';
import { isFinal, isSubmittable, type PaymentReason } from '../domain/payment.ts';
import type { PayerAccount } from '../ports/payer-accounts.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { findSealedPayment, type SealedPayment, type StoredBulk } from '../store/payments.store.ts';
import { bulkHoldOf } from './bulk-hold.ts';
import { bulkOrderIn } from './bulk-order.ts';
import { checkChunks } from './check-chunks.ts';
import { continueBulk } from './continue-bulk.ts';
import { ChunkAltered, isAltered } from './open-chunk.ts';
import { openOrder } from './open-order.ts';
import { leaveQueue, postpone } from './postpone-bulk.ts';
import { recordMissingFunds } from './record-missing-funds.ts';
import { type CheckedBulk, releaseBulk } from './release-bulk.ts';
import { rejectAltered, rejectPayment } from './release-payment.ts';
import {
  accountOf,
  askFunds,
  fundsWaitSeconds,
  isDayOver,
  isInstant,
  retryMinSeconds,
} from './submit-payment.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Takes an approved bulk one step further: released, one chunk submitted, recorded, or postponed. A step is short, so
 * that a large bulk delays no other one.
 */
export async function submitBulk(ctx: Ctx, core: CoreBank, paymentId: string): Promise<void> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId });
  if (sealed === undefined || isOver(sealed)) return leaveQueue(ctx, paymentId);
  const stored = await openBulk(ctx, sealed);
  if (stored === undefined) return;
  if (stored.releasedAt === undefined && (await release(ctx, core, stored)) === undefined) return;
  await continueBulk(ctx, core, stored);
}

/** Ended, or waiting for approvals again after a restore: the queue has nothing to do with it. */
function isOver({ head: { releasedAt, status } }: SealedPayment): boolean {
  return isFinal(status) || (releasedAt === undefined && !isSubmittable(status));
}

/** A bulk whose seal is broken is rejected: what was approved is not known any more. */
async function openBulk(ctx: Ctx, sealed: SealedPayment): Promise<StoredBulk | undefined> {
  const { head } = sealed;
  // After its release it cannot be rejected any more: it is set aside.
  if (head.releasedAt !== undefined) return sealed.openBulk();
  const stored = openOrder(ctx, { head, open: () => sealed.openBulk() });
  if (stored === undefined) await rejectAltered(ctx, head.paymentId);
  return stored;
}

/** Releases a bulk; undefined if it was rejected or postponed instead. */
async function release(ctx: Ctx, core: CoreBank, stored: StoredBulk): Promise<StoredBulk | undefined> {
  const checked = await checkBulk(ctx, stored);
  if (checked === undefined || (await isHeld(ctx, stored, checked))) return undefined;
  const account = await accountOf(ctx, stored, checked.order);
  if (typeof account === 'string') {
    await (account === 'away'
      ? postpone(ctx, stored.paymentId, retryMinSeconds)
      : reject(ctx, stored, checked.owner, 'AC01'));
    return undefined;
  }
  if (!(await hasFunds(ctx, core, { stored, checked, account }))) return undefined;
  const released = await releaseBulk(ctx, checked);
  return released && { ...stored, ...released };
}

/** Computes the order anew, and opens every transfer that it covers. */
async function checkBulk(ctx: Ctx, stored: StoredBulk): Promise<CheckedBulk | undefined> {
  const { owner, paymentId } = stored;
  try {
    if (owner === undefined) throw new ChunkAltered(`payment ${paymentId} has no owner`);
    return { order: bulkOrderIn(stored), owner, creditors: await checkChunks(ctx, stored) };
  } catch (error) {
    if (!isAltered(error)) throw error;
    ctx.log.error(
      { bankId: ctx.bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
      'the transfers of a bulk are not those that were approved',
    );
    await rejectAltered(ctx, paymentId);
    return undefined;
  }
}

/** Restrictions of the owner hold a bulk: it waits until the end of its day, as one without funds does. */
async function isHeld(ctx: Ctx, stored: StoredBulk, checked: CheckedBulk): Promise<boolean> {
  if ((await bulkHoldOf(ctx, ctx.db, checked)) === undefined) return false;
  if (isInstant(stored) || isDayOver(ctx, stored)) await reject(ctx, stored, checked.owner, 'MS03');
  else await postpone(ctx, stored.paymentId, fundsWaitSeconds);
  return true;
}

/** Asks whether the totals can be spent. A transfer that lacks funds later is rejected by the core alone. */
async function hasFunds(
  ctx: Ctx,
  core: CoreBank,
  {
    account,
    checked,
    stored,
  }: { readonly stored: StoredBulk; readonly checked: CheckedBulk; readonly account: PayerAccount },
): Promise<boolean> {
  const totals = totalsOf(checked.order);
  const answers = await Promise.all(totals.map((total) => askFunds(core, account.accountId, total)));
  if (answers.every((answer) => answer === true)) return true;
  if (answers.includes(undefined)) await postpone(ctx, stored.paymentId, retryMinSeconds);
  else if (stored.isRejectedWithoutFunds || isInstant(stored) || isDayOver(ctx, stored))
    await reject(ctx, stored, checked.owner, 'AM04');
  else {
    if (stored.hasFunds !== false) await recordMissingFunds(ctx, stored.paymentId);
    await postpone(ctx, stored.paymentId, fundsWaitSeconds);
  }
  return false;
}

async function reject(
  ctx: Ctx,
  { paymentId, service }: StoredBulk,
  owner: string,
  reason: PaymentReason,
): Promise<void> {
  await rejectPayment(ctx, { paymentId, owner, reason, service });
}
