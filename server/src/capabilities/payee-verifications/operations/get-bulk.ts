import type { Context } from '#platform/work/context.ts';
import type { PayeeResult } from '../domain/payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { problems } from '../problems.ts';
import { loadOwnBulk, type OwnBulk } from '../steps/load-bulk.ts';
import { listBulkResults } from '../store/bulks.store.ts';
import type { BulkPayee } from '../store/payee-vault.ts';

export interface NamedBulk {
  readonly vopBulkId: string;
}

/** A list with the results so far. */
export interface ReadBulk extends Pick<OwnBulk, 'bulkId' | 'status'> {
  readonly payees: readonly (BulkPayee & { readonly result: PayeeResult | undefined })[];
}

/** Returns a list of the third party with its results. SPEC xs2a-2026 VP3 */
export async function getBulk(
  ctx: Context & PayeeVerificationsPorts,
  { vopBulkId }: NamedBulk,
): Promise<ReadBulk> {
  const { bankId, db, payeeVault } = ctx;
  const { bulkId, sealedPayees, status } = await loadOwnBulk(ctx, vopBulkId);
  const results = await listBulkResults(db, { bankId, bulkId });
  // The clean-up may have been there since.
  if (sealedPayees === null) throw problems['bulk-expired']();
  const payees = payeeVault.openPayees(bankId, bulkId, sealedPayees);
  return {
    bulkId,
    status,
    payees: payees.map((payee, place) => {
      const sealed = results.get(place);
      const result = sealed && payeeVault.openResult(bankId, bulkId, place, sealed);
      return { ...payee, result };
    }),
  };
}
