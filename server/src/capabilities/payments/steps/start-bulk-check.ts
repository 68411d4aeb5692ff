import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { KeptBulkCheck } from '../domain/bulk-check.ts';
import { type BulkEntry, chunkEntries } from '../domain/bulk-payment.ts';
import { checkReader, isChecked, type PayeeResult } from '../domain/payee-check.ts';
import type { NamedProduct } from '../domain/products.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { insertBulkCheck, insertCheckedChunk } from '../store/bulk-checks.store.ts';
import { hasOptedOut } from '../store/payee-opt-outs.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import type { AcceptedBulk } from './accept-bulk.ts';
import { type BulkRequester, checkEntries, checkLeaseSeconds } from './check-entries.ts';
import { within } from './check-order.ts';
import { packResults } from './checked-chunks.ts';

type Ctx = Context & PaymentsPorts;

/** How the payees of a new bulk are checked, as far as it is decided when the bulk is stored. */
export interface StartedBulkCheck {
  /** Whether the bank checks payees of this product. */
  readonly isSupported: boolean;
  /** Undefined if the payees are not checked. */
  readonly check: KeptBulkCheck | undefined;
  /** The firm wants no check of packages, and the third party asks for none. */
  readonly isOptedOut: boolean;
  /** Transfers of a short bulk. */
  readonly entries: readonly BulkEntry[];
  /** Results that were there in time. */
  readonly results: readonly PayeeResult[] | undefined;
  /** Results that come later; undefined if a worker has to verify the payees. */
  readonly running: Promise<readonly PayeeResult[]> | undefined;
}

/**
 * Checks the payees of a new bulk. Those of a short one are waited for as long as the bank allows; a long one is left to
 * the worker, so that its initiation takes no longer. SPEC xs2a-2026 2.3, 2.5
 */
export async function startBulkCheck(
  ctx: Ctx,
  isRequested: boolean | undefined,
  { accepted, named }: { readonly named: NamedProduct; readonly accepted: AcceptedBulk },
): Promise<StartedBulkCheck> {
  const choices = ctx.paymentsChoices.of(ctx.bankId).payees;
  const none = { check: undefined, entries: [], isOptedOut: false, results: undefined, running: undefined };
  if (!isChecked(named.product, choices)) return { ...none, isSupported: false };
  const isOptedOut = isRequested === false && (await isPackageOfOptedOut(ctx, accepted));
  // What a third party says about verifying the payees of a bulk itself counts only where the firm wants it.
  const toldTo = isOptedOut ? undefined : checkReader(isRequested === true ? true : undefined, choices);
  if (toldTo === undefined) return { ...none, isOptedOut, isSupported: true };
  const started = { ...none, check: { toldTo }, isSupported: true };
  if (accepted.bulk.count > chunkEntries) return started;
  const entries = entriesIn(accepted);
  const running = checkEntries(ctx, requesterOf(ctx), entries);
  // A failure is handled where the results are recorded; until then it must not end the process.
  const results = await within(
    running.catch(() => undefined),
    choices.inlineWaitMs,
  );
  return results === undefined
    ? { ...started, entries, running }
    : { ...started, entries, results, check: { toldTo, chunks: [packResults(results).chunk] } };
}

/** SPEC xs2a-2026 2.5: only firms can opt out, and only for orders of several payments. */
async function isPackageOfOptedOut({ bankId, db }: Ctx, { bulk, debtor }: AcceptedBulk): Promise<boolean> {
  return bulk.count > 1 && (await hasOptedOut(db, { bankId, customerNumber: debtor.owner }));
}

/** The only chunk of a short bulk, as the thread has packed it. */
function entriesIn({ chunks: [chunk] }: AcceptedBulk): readonly BulkEntry[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- packed by this product
  return chunk === undefined ? [] : (JSON.parse(Buffer.from(chunk).toString()) as readonly BulkEntry[]);
}

function requesterOf({ caller, origin }: Ctx): BulkRequester {
  return { organisationId: callerId(caller), requestId: origin.requestId };
}

/** Stores what is known of the payees with the bulk, and what a worker needs to verify the others. */
export function storeBulkCheck(
  ctx: Ctx,
  work: Work,
  { started, stored }: { readonly stored: StoredBulk; readonly started: StartedBulkCheck },
): void {
  const { bankId, paymentsVault: vault } = ctx;
  const { check, results, running } = started;
  if (check === undefined) return;
  const { createdAt, paymentId } = stored;
  if (results !== undefined) {
    const sealed = vault.sealResults(bankId, { paymentId, chunkNo: 0 }, packResults(results).plain);
    insertCheckedChunk(work, { bankId, paymentId, chunkNo: 0, sealed });
    return;
  }
  // A worker takes up what this process verifies only if this process has ended.
  const dueAt = running === undefined ? createdAt : createdAt.add({ seconds: checkLeaseSeconds });
  insertBulkCheck(work, { bankId, paymentId, ...requesterOf(ctx), dueAt });
}
