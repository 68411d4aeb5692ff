import { createEgress, type Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { Secret } from '#platform/kernel/secret.ts';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';

/** An authority with the certificates of a core and of its client. */
export interface CoreIdentities extends Disposable {
  readonly authority: TestAuthority;
  readonly server: TestCertificate;
  readonly client: TestCertificate;
}

export async function createCoreIdentities(): Promise<CoreIdentities> {
  const authority = await createTestAuthority();
  const [server, client] = await Promise.all([
    authority.issue({ commonName: 'Core', server: true }),
    authority.issue({ commonName: 'Portico' }),
  ]);
  return { authority, server, client, [Symbol.dispose]: () => authority[Symbol.dispose]() };
}

/** Returns the egress client of a connector; `client` may be another certificate, or none. */
export function egressTo(
  url: string,
  { authority }: Pick<CoreIdentities, 'authority'>,
  client: TestCertificate | undefined,
  policy: Partial<EgressPolicy> = {},
): Egress {
  const { hostname, port } = new URL(url);
  const identity =
    client === undefined
      ? {}
      : { clientCertificate: { certificatePem: client.certificatePem, keyPem: new Secret(client.keyPem) } };
  const core: EgressPolicy = {
    hosts: [hostname],
    ports: [Number(port)],
    allowPrivateAddresses: ['127.0.0.0/8'],
    caPem: authority.caPem,
    timeoutMs: 30_000,
    ...identity,
    ...policy,
  };
  return createEgress({ purposes: { core } });
}
