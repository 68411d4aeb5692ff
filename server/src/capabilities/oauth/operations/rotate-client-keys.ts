import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type Client, type RotationResult, rotateKeys } from '../domain/client.ts';
import { auditedChanges } from '../domain/client-audit.ts';
import { readKeySet } from '../domain/client-keys.ts';
import { clientEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { findClient, updateClient } from '../store/clients.store.ts';

export interface RotateClientKeys {
  readonly clientId: string;
  /** The new keys, as unvalidated file content. */
  readonly keySet: unknown;
  /** How long the old keys stay valid; 0 if they may have leaked. */
  readonly overlapHours: number;
}

/** Adds new keys to a client. Of two concurrent rotations one succeeds; the other throws `client-state`. */
export async function rotateClientKeys(
  ctx: Context,
  { clientId, keySet, overlapHours }: RotateClientKeys,
): Promise<Client> {
  return runCommand(ctx, async (work) => {
    const before = await findClient(work, ctx.bankId, clientId);
    if (before === undefined) throw problems['client-unknown']();
    const { fieldErrors, keys } = readKeySet(keySet);
    if (fieldErrors.length > 0) throw problems['client-invalid']({ fieldErrors });
    const after = rotatedOrThrow(rotateKeys(before, { keys, overlapHours }, ctx.clock.now()));
    updateClient(work, after);
    work.emit(clientEvent('keysRotated', after));
    work.audit({
      aggregateKind: 'oauth-client',
      aggregateId: clientId,
      changes: auditedChanges(before, after),
    });
    return after;
  });
}

function rotatedOrThrow(rotated: RotationResult): Client {
  switch (rotated.kind) {
    case 'rotated':
      return rotated.client;
    case 'faulty':
      throw problems['client-invalid']({ fieldErrors: rotated.fieldErrors });
  }
}
