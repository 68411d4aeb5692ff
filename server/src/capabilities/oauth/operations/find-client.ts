import type { Context } from '#platform/work/context.ts';
import type { Client } from '../domain/client.ts';
import { problems } from '../problems.ts';
import { findClient as findStored } from '../store/clients.store.ts';

export async function findClient(ctx: Context, clientId: string): Promise<Client> {
  const client = await findStored(ctx.db, ctx.bankId, clientId);
  if (client === undefined) throw problems['client-unknown']();
  return client;
}
