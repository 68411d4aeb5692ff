import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { PartyFacts } from '../domain/fact-map.ts';
import type { ContactPoint } from '../domain/facts.ts';
import type { PartyPorts } from '../ports/party-ports.ts';

/**
 * Contact points of a new party start verified where the registering application had a code come back from them. Only
 * for new parties: a caller that adds a contact to a known one must be known as that party. SPEC 2.1.7, 17.1
 */
export async function withProvenContacts(
  ctx: Context & PartyPorts,
  db: Reader,
  { personal, sensitive }: PartyFacts,
): Promise<PartyFacts> {
  const contactPoints: ContactPoint[] = [];
  for (const point of personal.contactPoints)
    contactPoints.push({ ...point, isVerified: await isProven(ctx, db, point) });
  return { personal: { ...personal, contactPoints }, sensitive };
}

async function isProven(
  ctx: Context & PartyPorts,
  db: Reader,
  { address, method }: ContactPoint,
): Promise<boolean> {
  if (method === 'email' && address.kind === 'email')
    return ctx.contactProofs.isProven(ctx, db, { method, value: address.value });
  if (method === 'mobile' && address.kind === 'phone' && address.extension === undefined)
    return ctx.contactProofs.isProven(ctx, db, { method, value: address.number });
  return false;
}
