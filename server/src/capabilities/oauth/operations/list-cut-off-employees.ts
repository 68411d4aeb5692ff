import type { Context } from '#platform/work/context.ts';
import { type CutOff, listCutOffs } from '../store/cut-offs.store.ts';

/** Lists the employees who are cut off. */
export async function listCutOffEmployees({ bankId, db }: Context): Promise<readonly CutOff[]> {
  return listCutOffs(db, bankId);
}
