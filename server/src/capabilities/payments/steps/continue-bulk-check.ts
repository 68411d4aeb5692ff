import { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { notVerified, verifyingMs } from '../domain/bulk-check.ts';
import { type BulkEntry, chunkEntries } from '../domain/bulk-payment.ts';
import type { PayeeResult } from '../domain/payee-check.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import {
  deleteBulkCheck,
  findRunningCheck,
  postponeCheck,
  type RunningCheck,
  saveCheckedChunk,
} from '../store/bulk-checks.store.ts';
import { findChunk } from '../store/bulk-entries.store.ts';
import { findSealedPayment, type StoredBulk } from '../store/payments.store.ts';
import { checkEntries } from './check-entries.ts';
import { packResults } from './checked-chunks.ts';
import { finishBulkCheck, isAwaited } from './finish-bulk-check.ts';
import { asOfNow } from './load-payment.ts';
import { openChunk } from './open-chunk.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Verifies the payees of the next chunk of a bulk, and records the results after the last one. What is verified is saved
 * at once, so a worker that dies leaves the rest to the next one.
 */
export async function continueBulkCheck(ctx: Ctx, paymentId: string): Promise<void> {
  const { bankId, clock, db, paymentsVault: vault } = ctx;
  const key = { bankId, paymentId };
  const [check, sealed] = await Promise.all([findRunningCheck(db, key), findSealedPayment(db, vault, key)]);
  if (check === undefined) return;
  if (sealed === undefined || !isAwaited(asOfNow(sealed.head, clock.now()).status))
    return endCheck(ctx, paymentId);
  const stored = sealed.openBulk();
  const chunksOfBulk = Math.ceil(stored.bulk.count / chunkEntries);
  if (check.chunks < chunksOfBulk) await checkChunk(ctx, stored, check);
  if (check.chunks + 1 < chunksOfBulk) return postponeCheck(db, { ...key, dueAt: clock.now() });
  await finishBulkCheck(ctx, stored);
}

async function checkChunk(ctx: Ctx, stored: StoredBulk, check: RunningCheck): Promise<void> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const { paymentId } = stored;
  const chunk = await findChunk(db, { bankId, paymentId, chunkNo: check.chunks });
  if (chunk === undefined) throw new Error(`chunk ${check.chunks} of payment ${paymentId} is gone`);
  const entries = openChunk(vault, bankId, stored, chunk);
  await saveResults(
    ctx,
    { paymentId, chunkNo: check.chunks },
    await resultsFor(ctx, stored, { check, entries }),
  );
}

/** Payees who are not verified in the time of the bulk count as those who cannot be. */
async function resultsFor(
  ctx: Ctx,
  { createdAt, expiresAt }: StoredBulk,
  { check, entries }: { readonly check: RunningCheck; readonly entries: readonly BulkEntry[] },
): Promise<readonly PayeeResult[]> {
  const life = expiresAt.since(createdAt).total('milliseconds');
  const until = createdAt.add({ milliseconds: verifyingMs(life) });
  if (Temporal.Instant.compare(ctx.clock.now(), until) >= 0) return notVerified(entries.length);
  return checkEntries(ctx, check, entries);
}

async function saveResults(
  { bankId, db, paymentsVault: vault }: Ctx,
  key: { readonly paymentId: string; readonly chunkNo: number },
  results: readonly PayeeResult[],
): Promise<void> {
  const sealed = vault.sealResults(bankId, key, packResults(results).plain);
  await saveCheckedChunk(db, { bankId, ...key, sealed });
}

/** A bulk that is signed, or has ended, takes no results. */
function endCheck(ctx: Ctx, paymentId: string): Promise<void> {
  return runCommand(ctx, async (work) => {
    deleteBulkCheck(work, { bankId: ctx.bankId, paymentId });
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [{ field: 'payee-check', after: 'not-awaited' }],
    });
  });
}

/**
 * Records the results of a short bulk as soon as they are there, after the response to its initiation. If this process
 * ends before that, a worker verifies the payees.
 */
export function recordBulkWhenKnown(
  ctx: Ctx,
  stored: StoredBulk,
  running: Promise<readonly PayeeResult[]>,
): void {
  const { slot: _, ...system } = ctx;
  const { paymentId } = stored;
  void running
    .then(async (results) => {
      await saveResults(ctx, { paymentId, chunkNo: 0 }, results);
      await finishBulkCheck({ ...system, idempotency: undefined }, stored);
    })
    .catch((error: unknown) => {
      ctx.log.warn(
        { bankId: ctx.bankId, requestId: ctx.origin.requestId, error },
        'failed to record the check of the payees of a bulk',
      );
    });
}
