import {
  type ClientAuth,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { EgressFetch } from '#platform/egress/egress-fetch.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import { createCachedValue } from './cached-value.ts';
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

/** Maximum number of concurrent calls to a provider. A slow provider must not block all requests. */
const callsMax = 32;

/** Calls a provider with its metadata. Rejects a call beyond the maximum at once instead of queueing it. */
export type CallProvider = <Result>(
  call: (configuration: Configuration) => Promise<Result>,
) => Promise<Result>;

/** Prepares calls to a provider. Metadata is fetched with the first call and cached. */
export function callsTo(address: ProviderAddress, authentication: ClientAuth): CallProvider {
  const { issuer, nowMs } = address;
  const metadata = createCachedValue(() => discoverValid(address, authentication), {
    freshForMs: metadataFreshForMs,
    nowMs,
  });
  const limit = createConcurrencyLimit({
    runningMax: callsMax,
    waitingMax: 0,
    refuse: () => new EgressRefused('busy', { purpose: 'openid-provider' }),
  });
  return (call) => limit.run(issuer, async () => call(await metadata.get()));
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
