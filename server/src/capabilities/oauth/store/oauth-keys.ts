import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { artefactEncryptionContext } from './artefact-encryption.ts';
import { signingKeyEncryptionContext } from './signing-key-encryption.ts';

const secondsPerDay = 86_400;

/** All keys of the OAuth server. The names are part of the key derivation and never change. */
export const oauthKeyClasses: readonly KeyClass[] = [
  {
    name: 'signing-keys',
    use: 'sealing',
    columns: [
      {
        table: 'oauth.signing_key',
        column: 'sealed_private_key',
        key: [{ name: 'key_id', type: 'text' }],
        encryptionContextOf: (bankId, [keyId = '']) => signingKeyEncryptionContext(bankId, keyId),
      },
    ],
  },
  {
    name: 'artefacts',
    use: 'sealing',
    columns: [
      {
        table: 'oauth.artefact',
        column: 'sealed_content',
        key: [
          { name: 'kind', type: 'text' },
          { name: 'artefact_hash', type: 'bytea' },
        ],
        // PostgreSQL formats bytea as `\x` and hexadecimal digits.
        encryptionContextOf: (bankId, [kind = '', hash = '']) =>
          artefactEncryptionContext({ bankId, kind, hash: Buffer.from(hash.slice(2), 'hex') }),
      },
    ],
  },
  { name: 'cookies', use: 'rotating', acceptedForSeconds: secondsPerDay },
  { name: 'dpop-nonces', use: 'rotating', acceptedForSeconds: secondsPerDay },
];
