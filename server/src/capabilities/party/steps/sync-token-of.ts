import type { Context } from '#platform/work/context.ts';
import type { SyncPosition } from '../domain/party.ts';
import { writeSyncToken } from '../domain/sync-token.ts';
import type { PartyPorts } from '../ports/party-ports.ts';

/** A position as it is handed out: readable by anybody, believed only with our mark for this bank. */
export function syncTokenOf(ctx: Context & PartyPorts, position: SyncPosition): string {
  const text = writeSyncToken({ position, issuedAtMs: ctx.clock.now().epochMilliseconds });
  return `${text}.${ctx.partyVault.mark(ctx.bankId, 'sync-token', text)}`;
}
