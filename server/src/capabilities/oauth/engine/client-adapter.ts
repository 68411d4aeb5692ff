import type { Adapter, ClientMetadata } from 'oidc-provider';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import type { Context } from '#platform/work/context.ts';
import { findClient } from '../store/clients.store.ts';
import { clientMetadata } from './client-metadata.ts';

/** Long enough to spare the database in a rush, short enough that a client switched off is off at once. */
const freshForMs = 1_000;
const rememberedMax = 1_000;

interface Remembered {
  readonly metadata: ClientMetadata | undefined;
  readonly readAtMs: number;
}

const refuse = async (): Promise<never> => {
  throw new Error('clients are kept by the registry, not by the library');
};

/** The registry as the library reads it. It never writes there. */
export function clientAdapter(context: Context): Adapter {
  const remembered = lruCache<Remembered>(rememberedMax);
  const find = async (clientId: string): Promise<ClientMetadata | undefined> => {
    const now = context.clock.now();
    const known = remembered.get(clientId);
    if (known !== undefined && Math.abs(now.epochMilliseconds - known.readAtMs) < freshForMs)
      return known.metadata;
    const client = await findClient(context.db, context.bankId, clientId);
    const metadata = client?.state === 'active' ? clientMetadata(client, now) : undefined;
    remembered.set(clientId, { metadata, readAtMs: now.epochMilliseconds });
    return metadata;
  };
  return {
    find,
    upsert: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  };
}
