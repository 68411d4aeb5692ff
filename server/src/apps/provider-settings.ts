import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import type { ConfigInvalid } from '#platform/config/config-invalid.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { pathOf } from './token-issuers.ts';

/** Creates the error for a provider setting: what is wrong, and what is expected. */
export type ErrorOf = (wrong: string, expected: string) => ConfigInvalid;

/** Address of an OpenID provider, from a setting. */
export interface ProviderLocation {
  readonly issuer: string;
  /** Further hosts, if its keys or tokens are elsewhere. */
  readonly hosts?: readonly string[];
  readonly networks?: readonly string[];
  readonly ca?: string;
}

const httpsPort = 443;
/** Some providers take long to issue a token; a person waits, so the limit is short. */
const timeoutMs = 5_000;
/** Algorithms of FAPI 2.0. */
const keyAlgorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Returns the egress policy of a provider; reads the certificate of its authority. */
export async function policyFor(
  { ca, hosts = [], issuer, networks = [] }: ProviderLocation,
  error: ErrorOf,
): Promise<EgressPolicy> {
  const { hostname, port } = new URL(issuer);
  return {
    hosts: [...new Set([hostname, ...hosts])],
    ports: [...new Set([httpsPort, port === '' ? httpsPort : Number(port)])],
    allowPrivateAddresses: networks,
    timeoutMs,
    ...(ca === undefined ? {} : { caPem: await textAt(ca, error) }),
  };
}

/** Reads a private key from a file. */
export async function privateKeyAt(at: string, error: ErrorOf): Promise<JWK> {
  const key = jwkIn(await textAt(at, error));
  if (key === undefined || !keyAlgorithms.includes(key.alg))
    throw error(
      'names an invalid key (its text is not shown)',
      `the path of a private JWK with alg, one of ${keyAlgorithms.join(', ')}`,
    );
  return key;
}

/** Parses a key. Returns undefined instead of throwing an error that could quote it. */
function jwkIn(text: string): JWK | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isPrivateJwk(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isPrivateJwk(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && 'd' in value;
}

/** Reads a file. */
export async function textAt(at: string, error: ErrorOf): Promise<string> {
  try {
    return await readFile(pathOf(at), 'utf8');
    // The message of a failed read could quote the content, so it is dropped.
  } catch {
    throw error('names a file that cannot be read', 'files that this process can read');
  }
}
