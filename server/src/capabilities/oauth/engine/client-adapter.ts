import type { Adapter, ClientMetadata } from 'oidc-provider';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import type { Context } from '#platform/work/context.ts';
import { isOrganisationIdentifier } from '../domain/resource-scope.ts';
import { findClient } from '../store/clients.store.ts';
import { clientMetadata } from './client-metadata.ts';
import type { ServerDeps } from './server-deps.ts';
import { thirdPartyClient } from './third-party-clients.ts';

/** Long enough to relieve the database under load, short enough that disabling a client takes effect at once. */
const freshForMs = 1_000;
const cachedMax = 1_000;

interface CachedClient {
  readonly metadata: ClientMetadata | undefined;
  readonly readAtMs: number;
}

const refuse = async (): Promise<never> => {
  throw new Error('clients are managed by the registry, not by the library');
};

/** Read-only storage adapter of the library for registered clients. */
export function clientAdapter(context: Context, thirdParties: ServerDeps['thirdParties']): Adapter {
  const cached = lruCache<CachedClient>(cachedMax);
  const find = async (clientId: string): Promise<ClientMetadata | undefined> => {
    if (isOrganisationIdentifier(clientId)) return thirdPartyClient(clientId, context, thirdParties);
    const now = context.clock.now();
    const known = cached.get(clientId);
    if (known !== undefined && Math.abs(now.epochMilliseconds - known.readAtMs) < freshForMs)
      return known.metadata;
    const client = await findClient(context.db, context.bankId, clientId);
    const metadata = client?.state === 'active' ? clientMetadata(client, now) : undefined;
    cached.set(clientId, { metadata, readAtMs: now.epochMilliseconds });
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
