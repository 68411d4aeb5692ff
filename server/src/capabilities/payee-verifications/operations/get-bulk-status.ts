import type { Context } from '#platform/work/context.ts';
import { loadOwnBulk, type OwnBulk } from '../steps/load-bulk.ts';
import type { NamedBulk } from './get-bulk.ts';

/** Returns the status of a list of the third party. SPEC xs2a-2026 VP4 */
export function getBulkStatus(ctx: Context, { vopBulkId }: NamedBulk): Promise<OwnBulk> {
  return loadOwnBulk(ctx, vopBulkId);
}
