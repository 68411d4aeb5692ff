import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Client, ClientStep } from '../domain/client.ts';
import { auditedChanges } from '../domain/client-audit.ts';
import { clientEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { lockClient, updateClient } from '../store/clients.store.ts';

export interface MoveClient {
  readonly clientId: string;
  readonly event: 'changed' | 'disabled' | 'enabled';
  readonly decide: (client: Client) => ClientStep;
  /** What else is written with the step. */
  readonly andWrite?: (work: Work) => void;
}

/** Every step of a client goes the same way. The row is locked: switching off must not lose against a rotation. */
export async function moveClient(ctx: Context, move: MoveClient): Promise<Client> {
  const { clientId } = move;
  return runCommand(ctx, async (work) => {
    const before = await lockClient(work, ctx.bankId, clientId);
    if (before === undefined) throw problems['client-unknown']();
    const after = movedOrRefused(move.decide(before));
    updateClient(work, after);
    move.andWrite?.(work);
    work.emit(clientEvent(move.event, after));
    work.audit({
      aggregateKind: 'oauth-client',
      aggregateId: clientId,
      changes: auditedChanges(before, after),
    });
    return after;
  });
}

function movedOrRefused(step: ClientStep): Client {
  switch (step.kind) {
    case 'moved':
      return step.client;
    case 'wrong-state':
      throw problems['client-state']();
  }
}
