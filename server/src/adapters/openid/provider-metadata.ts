import {
  type ClientAuth,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import { createKeptValue, type KeptValue } from './cached-value.ts';
import { isUnreachable, UnfitMetadata } from './provider-failure.ts';

/** Who we talk to, as whom, and by which way out. */
export interface ProviderAddress {
  /** Exactly as the provider spells it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly fetch: EgressFetch;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** What the provider says about itself is believed for this long; its keys, by the library, for half of it. */
const metadataFreshForMs = 600_000;
const clockToleranceSeconds = 10;

/** What a provider says about itself, asked for when it is needed and kept for a while. */
export function keepMetadata(address: ProviderAddress, authentication: ClientAuth): KeptValue<Configuration> {
  return createKeptValue(() => discoverFit(address, authentication), {
    freshForMs: metadataFreshForMs,
    nowMs: address.nowMs,
  });
}

async function discoverFit(address: ProviderAddress, authentication: ClientAuth): Promise<Configuration> {
  try {
    return await discover(address, authentication);
    // Whatever it said instead, it is not the provider that was meant.
  } catch (error) {
    throw isUnreachable(error) || error instanceof UnfitMetadata ? error : new UnfitMetadata(error);
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
  // The library lets one large provider answer for all of its tenants; our people come from one.
  if (configuration.serverMetadata().issuer !== issuer) throw new UnfitMetadata();
  // The connection vouches for an ID token that comes by it; its signature does so too, and is looked at.
  enableNonRepudiationChecks(configuration);
  return configuration;
}
