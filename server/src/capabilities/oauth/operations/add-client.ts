import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Client } from '../domain/client.ts';
import { auditedFields } from '../domain/client-audit.ts';
import { type ClientDraft, register } from '../domain/client-registration.ts';
import { clientEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { insertClient } from '../store/clients.store.ts';

/** Registers an OAuth client of this bank. Throws `client-invalid` or `client-exists`. */
export async function addClient(ctx: Context, draft: ClientDraft): Promise<Client> {
  return runCommand(ctx, async (work) => {
    const registration = register(draft, { bankId: ctx.bankId, now: ctx.clock.now() });
    if (registration.kind === 'faulty')
      throw problems['client-invalid']({ fieldErrors: registration.fieldErrors });
    const { client } = registration;
    insertClient(work, client);
    work.emit(clientEvent('added', client));
    work.audit({
      aggregateKind: 'oauth-client',
      aggregateId: client.clientId,
      changes: Object.entries(auditedFields(client)).map(([field, after]) => ({ field, after })),
    });
    return client;
  });
}
