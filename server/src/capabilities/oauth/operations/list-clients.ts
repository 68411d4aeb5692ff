import type { Context } from '#platform/work/context.ts';
import type { Client } from '../domain/client.ts';
import { clientsPageMax, listClientsAfter } from '../store/clients.store.ts';

export interface ClientPage {
  readonly clients: readonly Client[];
  /** Where the next page begins; undefined when this one is the last. */
  readonly after: string | undefined;
}

/** A page of the bank's clients by their id. */
export async function listClients(
  ctx: Context,
  { after }: { readonly after: string | undefined },
): Promise<ClientPage> {
  const clients = await listClientsAfter(ctx.db, ctx.bankId, after);
  return { clients, after: clients.length < clientsPageMax ? undefined : clients.at(-1)?.clientId };
}
