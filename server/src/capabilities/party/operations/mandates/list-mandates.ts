import type { Context } from '#platform/work/context.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { findParty } from '../../steps/load-party.ts';
import { listMandatedProxies, type Proxy } from '../../store/proxies.read.ts';

/** Lists who may act for a party, who could before and who will; the newest first. */
export async function listMandates(
  ctx: Context & PartyPorts,
  { principal }: { readonly principal: string },
): Promise<readonly Proxy[]> {
  const { bankId, db } = ctx;
  await findParty(ctx, db, { partyNumber: principal, depth: 'personal' });
  const proxies = await listMandatedProxies(db, { bankId, partyNumber: principal });
  return proxies.toSorted((one, other) => (one.validFrom.toString() < other.validFrom.toString() ? 1 : -1));
}
