import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { AuthorisationDetails } from '../domain/details.ts';

/** Encrypts the details of authorisations, and creates handles and confirmation codes. */
export interface ScaVault {
  sealDetails(bankId: string, authorisationId: string, details: AuthorisationDetails): Buffer;
  openDetails(bankId: string, authorisationId: string, sealed: Buffer): AuthorisationDetails;
  /** Returns the last part of a link to the bank's page: the bank and a secret, of which only the hash is stored. */
  newHandle(bankId: string): string;
  handleHash(handle: string): Buffer;
  /** Returns a secret for the browser that opens a link. */
  newBrowserSecret(): string;
  /** Returns the anti-forgery token of forms in this browser. */
  csrfOf(bankId: string, browserSecret: string): string;
  isCsrf(bankId: string, browserSecret: string, token: string): boolean;
  /** Returns a code that the third party gets with the browser and sends back. */
  newConfirmationCode(): string;
  confirmationHash(bankId: string, authorisationId: string, code: string): Buffer;
  isConfirmation(
    hash: Buffer,
    code: { readonly bankId: string; readonly authorisationId: string; readonly code: string },
  ): boolean;
}

const handleBytes = 24;
/** As long as the secrets of all our cookies. */
const browserBytes = 32;
const confirmationBytes = 18;

export function detailsEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'authorisation', column: 'sealed_details', rowId };
}

export function createScaVault(keys: KeyProvider): ScaVault {
  const vault = createVault(keys, 'sca');
  const hashOf = (bankId: string, authorisationId: string, code: string): Buffer =>
    createHmac('sha256', keys.derive(bankId, 'confirmation codes')[0])
      .update(`${authorisationId} ${code}`)
      .digest();
  const csrfOf = (bankId: string, browserSecret: string): string =>
    createHmac('sha256', keys.derive(bankId, 'forms of approvals')[0])
      .update(browserSecret)
      .digest('base64url');
  return {
    sealDetails: (bankId, authorisationId, details) =>
      vault.seal(detailsEncryptionContext(bankId, authorisationId), Buffer.from(JSON.stringify(details))),
    openDetails(bankId, authorisationId, sealed) {
      const plain = vault.unseal(detailsEncryptionContext(bankId, authorisationId), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as AuthorisationDetails;
    },
    newHandle: (bankId) => `${bankId}.${randomBytes(handleBytes).toString('base64url')}`,
    handleHash: (handle) => createHash('sha256').update(handle).digest(),
    newBrowserSecret: () => randomBytes(browserBytes).toString('base64url'),
    csrfOf,
    isCsrf: (bankId, browserSecret, token) => equals(csrfOf(bankId, browserSecret), token),
    newConfirmationCode: () => randomBytes(confirmationBytes).toString('base64url'),
    confirmationHash: hashOf,
    isConfirmation(hash, { authorisationId, bankId, code }) {
      const given = hashOf(bankId, authorisationId, code);
      return given.length === hash.length && timingSafeEqual(given, hash);
    },
  };
}

function equals(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
