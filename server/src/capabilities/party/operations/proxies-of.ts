import type { Reader } from '#platform/db/reader.ts';
import { listProxies, type Proxy } from '../store/proxies.read.ts';

/** Who may act for a party by mandate. Read through whatever transaction the asker is in. */
export async function proxiesOf(
  db: Reader,
  criteria: { readonly bankId: string; readonly partyNumber: string },
): Promise<readonly Proxy[]> {
  return listProxies(db, criteria);
}
