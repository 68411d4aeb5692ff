import type { Context } from '#platform/work/context.ts';
import type { Client } from '../domain/client.ts';
import { clientsPageMax, listClientsAfter } from '../store/clients.store.ts';

export interface ClientPage {
  readonly clients: readonly Client[];
  /** Start of the next page; undefined on the last page. */
  readonly after: string | undefined;
}

/** Lists one page of the bank's clients, ordered by id. */
export async function listClients(
  ctx: Context,
  { after }: { readonly after: string | undefined },
): Promise<ClientPage> {
  const clients = await listClientsAfter(ctx.db, ctx.bankId, after);
  return { clients, after: clients.length < clientsPageMax ? undefined : clients.at(-1)?.clientId };
}
