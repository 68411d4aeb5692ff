import type { Reader } from '#platform/db/reader.ts';
import { listMandatedProxies, type Proxy } from '../../store/proxies.read.ts';

/** Lists who may act for a party by mandate. Reads through the transaction of the caller. */
export async function listProxies(
  db: Reader,
  criteria: { readonly bankId: string; readonly partyNumber: string },
): Promise<readonly Proxy[]> {
  return listMandatedProxies(db, criteria);
}
