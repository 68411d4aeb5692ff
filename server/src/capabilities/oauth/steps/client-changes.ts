import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Client, ClientChange } from '../domain/client.ts';
import { auditedChanges } from '../domain/client-audit.ts';
import { clientEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { lockClient, updateClient } from '../store/clients.store.ts';

export interface ChangeClient {
  readonly clientId: string;
  readonly event: 'changed' | 'disabled' | 'enabled';
  readonly decide: (client: Client) => ClientChange;
  /** Additional writes in the same transaction. */
  readonly andWrite?: (work: Work) => void;
}

/**
 * Locks a client, applies a state change, and records it. The lock keeps a concurrent key rotation from overwriting the
 * change.
 */
export async function changeClient(ctx: Context, change: ChangeClient): Promise<Client> {
  const { clientId } = change;
  return runCommand(ctx, async (work) => {
    const before = await lockClient(work, ctx.bankId, clientId);
    if (before === undefined) throw problems['client-unknown']();
    const after = changedOrThrow(change.decide(before));
    updateClient(work, after);
    change.andWrite?.(work);
    work.emit(clientEvent(change.event, after));
    work.audit({
      aggregateKind: 'oauth-client',
      aggregateId: clientId,
      changes: auditedChanges(before, after),
    });
    return after;
  });
}

function changedOrThrow(step: ClientChange): Client {
  switch (step.kind) {
    case 'changed':
      return step.client;
    case 'wrong-state':
      throw problems['client-state']();
  }
}
