import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { withEntryState } from '../steps/read-bulk-state.ts';
import { findBulkDocument } from '../store/bulk-payments.store.ts';

const decompress = promisify(gunzip);

/** A bulk as it was submitted; JSON with its status. */
export interface ReadBulk {
  readonly mediaType: 'application/json' | 'application/xml';
  readonly content: Buffer;
}

/** Returns a bulk to the third party that initiated it. */
export async function getBulk(ctx: Context & PaymentsPorts, named: NamedPayment): Promise<ReadBulk> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const loaded = await loadOwnPayment(ctx, named);
  const head = await withEntryState(db, bankId, loaded);
  const compressed = await findBulkDocument(db, vault, { bankId, paymentId: head.paymentId });
  if (compressed === undefined) throw problems['content-deleted']();
  const document = await decompress(compressed);
  return head.format === 'json'
    ? { mediaType: 'application/json', content: withStatus(document, head.status) }
    : { mediaType: 'application/xml', content: document };
}

/** Adds the status as the last member. Twenty megabytes are not parsed for it: they are known to be a JSON object. */
function withStatus(document: Buffer, status: string): Buffer {
  const end = document.lastIndexOf('}');
  return Buffer.concat([document.subarray(0, end), Buffer.from(`,"transactionStatus":"${status}"}`)]);
}
