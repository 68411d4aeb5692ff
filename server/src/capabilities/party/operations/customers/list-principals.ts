import type { Reader } from '#platform/db/reader.ts';
import { listMandatingPrincipals, type PrincipalCriteria } from '../../store/proxies.read.ts';

/** Lists the parties for which a party may act by mandate, on a day and for a kind of resource. */
export async function listPrincipals(db: Reader, criteria: PrincipalCriteria): Promise<readonly string[]> {
  return listMandatingPrincipals(db, criteria);
}
