import type { Context } from '#platform/work/context.ts';
import type { Registration } from '../../domain/changes.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { registerParty } from './register-party.ts';

export async function registerOrganization(
  ctx: Context & PartyPorts,
  registration: Registration,
): Promise<{ readonly partyNumber: string }> {
  return registerParty(ctx, registration);
}
