import {
  type ClientAuth,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import { type CachedValue, createCachedValue } from './cached-value.ts';
import { InvalidMetadata, isUnreachable } from './provider-failure.ts';

/** The provider, our client, and the egress purpose. */
export interface ProviderAddress {
  /** Exactly as spelled by the provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly fetch: EgressFetch;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** Metadata is cached for this long; keys, by the library, for half of it. */
const metadataFreshForMs = 600_000;
const clockToleranceSeconds = 10;

/** Metadata of a provider, fetched on demand and cached. */
export function cacheMetadata(
  address: ProviderAddress,
  authentication: ClientAuth,
): CachedValue<Configuration> {
  return createCachedValue(() => discoverValid(address, authentication), {
    freshForMs: metadataFreshForMs,
    nowMs: address.nowMs,
  });
}

async function discoverValid(address: ProviderAddress, authentication: ClientAuth): Promise<Configuration> {
  try {
    return await discover(address, authentication);
    // Any other issuer is not the configured provider.
  } catch (error) {
    throw isUnreachable(error) || error instanceof InvalidMetadata ? error : new InvalidMetadata(error);
  }
}

async function discover(
  { clientId, fetch, issuer }: ProviderAddress,
  authentication: ClientAuth,
): Promise<Configuration> {
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: clockToleranceSeconds },
    authentication,
    {
      [customFetch]: (url, { body, headers, method }) =>
        fetch(url, { method, headers, ...(body === undefined || body === null ? {} : { body }) }),
    },
  );
  // The library accepts one large provider for all of its tenants; our users belong to one.
  if (configuration.serverMetadata().issuer !== issuer) throw new InvalidMetadata();
  // TLS already authenticates an ID token from the token endpoint; its signature is verified too.
  enableNonRepudiationChecks(configuration);
  return configuration;
}
