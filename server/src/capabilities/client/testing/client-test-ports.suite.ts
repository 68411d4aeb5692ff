import { createPublicKey, verify } from 'node:crypto';
import type { IdentityPorts } from '#capabilities/identity/index.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { AttestationVerifier } from '../ports/attestation.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { createDeviceKeys } from '../steps/devices/device-keys.ts';
import { createDevicePairings } from '../steps/devices/device-pairings.ts';
import { createClientVault } from '../store/client-vault.ts';

/** The same in all tests that do not choose one, so that a test can write rows that the product reads. */
const testMasterKey = Buffer.alloc(32, 7);

/** Accepts a key that signed the challenge itself. */
const selfSigned: AttestationVerifier = async ({ attestation, challenge, publicKey }) => {
  if (attestation.format !== 'software') return undefined;
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const signature = Buffer.from(attestation.signature, 'base64url');
  return verify('sha256', challenge, { key, dsaEncoding: 'ieee-p1363' }, signature) ? 'software' : undefined;
};

interface TestParts {
  readonly identity: IdentityPorts;
  readonly app: Database;
  readonly clock: Clock;
  readonly masterKey?: Buffer;
}

/** The ports of the client interface: keys in software are accepted, and nothing waits for the answers of devices. */
export function testClientPorts({ app, clock, identity, masterKey = testMasterKey }: TestParts): ClientPorts {
  const clientVault = createClientVault(createLocalKeys([masterKey]));
  return {
    clientVault,
    identity: {
      ...identity,
      authorization: {
        ...identity.authorization,
        deviceKeys: createDeviceKeys({ database: app, clock }),
        devicePairings: createDevicePairings(clientVault),
      },
    },
    attestation: selfSigned,
    deviceFacts: { baseUrl: 'https://portico.test', isServed: (bankId) => ['01', '02'].includes(bankId) },
    approvalAnswers: {
      answerOrder: async () => ({ kind: 'over' }),
      answerSignIn: async () => false,
    },
  };
}
