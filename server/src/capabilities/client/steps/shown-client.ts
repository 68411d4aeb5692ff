import type { Context } from '#platform/work/context.ts';
import { refusalOf } from '../domain/changeability.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { problems } from '../problems.ts';
import type { Client } from './client.ts';
import { type ClientRows, clientOf } from './load-client.ts';
import type { OwnClient } from './own-client.ts';
import { isFreshSca } from './step-up.ts';

/** A client, and whether contacts are shown whole. */
export interface ShownClient {
  readonly client: Client;
  readonly isFresh: boolean;
}

export function shownClient(
  ctx: Context & ClientPorts,
  rows: ClientRows,
  { customer }: OwnClient,
): ShownClient {
  return { client: clientOf(ctx, rows), isFresh: isFreshSca(customer, ctx.clock.now()) };
}

/** Raises why a client may not change own data. */
export function requireChangeable(client: Pick<Client, 'profile' | 'restrictions'>): void {
  const refusal = refusalOf(client);
  if (refusal !== undefined) throw problems[refusal]();
}
