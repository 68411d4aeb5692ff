import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import type { ConfigInvalid } from '#platform/config/config-invalid.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { pathOf } from './token-issuers.ts';

/** Names the setting that something is wrong with; told what is wrong, and what would be right. */
export type FaultOf = (wrong: string, expected: string) => ConfigInvalid;

/** Where an OpenID provider is, as a setting says it. */
export interface ProviderLocation {
  readonly issuer: string;
  /** Further hosts, where its keys or tokens are elsewhere. */
  readonly hosts?: readonly string[];
  readonly networks?: readonly string[];
  readonly ca?: string;
}

const httpsPort = 443;
/** Some providers think longer about a token than we would; a person waits, so not much longer. */
const timeoutMs = 5_000;
/** Algorithms of FAPI 2.0; older ones are for providers that have not heard of these. */
const keyAlgorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** What the egress client must allow for a provider; the certificate of its authority is read here. */
export async function policyFor(
  { ca, hosts = [], issuer, networks = [] }: ProviderLocation,
  fault: FaultOf,
): Promise<EgressPolicy> {
  const { hostname, port } = new URL(issuer);
  return {
    hosts: [...new Set([hostname, ...hosts])],
    ports: [...new Set([httpsPort, port === '' ? httpsPort : Number(port)])],
    allowPrivateAddresses: networks,
    timeoutMs,
    ...(ca === undefined ? {} : { caPem: await textAt(ca, fault) }),
  };
}

/** The private key in a file. */
export async function privateKeyAt(at: string, fault: FaultOf): Promise<JWK> {
  const key = jwkIn(await textAt(at, fault));
  if (key === undefined || !keyAlgorithms.includes(key.alg))
    throw fault(
      'names a key that is none (its text is not shown)',
      `the path of a private JWK with alg, one of ${keyAlgorithms.join(', ')}`,
    );
  return key;
}

/** A key, or nothing; never an error that could quote it. */
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

/** The text of a file. */
export async function textAt(at: string, fault: FaultOf): Promise<string> {
  try {
    return await readFile(pathOf(at), 'utf8');
    // Only that it failed: the message of a failed read could quote what was read.
  } catch {
    throw fault('names a file that cannot be read', 'files this process may read');
  }
}
