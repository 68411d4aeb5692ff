import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { Money } from '#platform/kernel/money.ts';
import { type Payee, payeeParts } from '#platform/kernel/payee.ts';
import type { AuthorisationDetails } from '../domain/details.ts';
import type { AccountReference } from '../domain/order.ts';

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
  /** Returns the two digits that a customer chooses on a device. */
  newMatchNumber(): string;
  confirmationHash(bankId: string, authorisationId: string, code: string): Buffer;
  isConfirmation(
    hash: Buffer,
    code: { readonly bankId: string; readonly authorisationId: string; readonly code: string },
  ): boolean;
  /** Returns the hash of a payment that may come again, under each accepted key, the newest first. */
  seriesHashes(bankId: string, payment: SeriesPayment): readonly [Buffer, ...Buffer[]];
}

/** What the payments of one series have in common. */
export interface SeriesPayment {
  readonly userId: string;
  /** The third party that asked for the first one. */
  readonly organisationId: string;
  readonly debtorAccount: AccountReference;
  readonly payee: Payee;
  readonly amount: Money;
}

const handleBytes = 24;
/** As long as the secrets of all our cookies. */
const browserBytes = 32;
const confirmationBytes = 18;
/** 00 to 99. */
const matchNumbers = 100;

export function detailsEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'authorisation', column: 'sealed_details', rowId };
}

export function createScaVault(keys: KeyProvider): ScaVault {
  const vault = createVault(keys, 'sca');
  /** Under the newest key first; the older ones are accepted for a while after a rotation. */
  const hashesOf = (bankId: string, authorisationId: string, code: string): readonly [Buffer, ...Buffer[]] =>
    underEach(keys.derive(bankId, 'confirmation codes'), `${authorisationId} ${code}`);
  const tokensOf = (bankId: string, browserSecret: string): readonly [Buffer, ...Buffer[]] =>
    underEach(keys.derive(bankId, 'forms of approvals'), browserSecret);
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
    csrfOf: (bankId, browserSecret) => tokensOf(bankId, browserSecret)[0].toString('base64url'),
    isCsrf: (bankId, browserSecret, token) =>
      tokensOf(bankId, browserSecret).some((known) => equals(known.toString('base64url'), token)),
    newConfirmationCode: () => randomBytes(confirmationBytes).toString('base64url'),
    newMatchNumber: () => String(randomInt(matchNumbers)).padStart(2, '0'),
    confirmationHash: (bankId, authorisationId, code) => hashesOf(bankId, authorisationId, code)[0],
    isConfirmation: (hash, { authorisationId, bankId, code }) =>
      hashesOf(bankId, authorisationId, code).some(
        (given) => given.length === hash.length && timingSafeEqual(given, hash),
      ),
    seriesHashes(bankId, payment) {
      return underEach(keys.derive(bankId, 'payment series'), seriesText(payment));
    },
  };
}

/** Returns the keyed hash of a text under each key, in the order of the keys. */
function underEach(
  [newest, ...older]: readonly [Buffer, ...Buffer[]],
  text: string,
): readonly [Buffer, ...Buffer[]] {
  const hashUnder = (key: Buffer): Buffer => createHmac('sha256', secretKeyOf(key)).update(text).digest();
  return [hashUnder(newest), ...older.map(hashUnder)];
}

function seriesText({ amount, debtorAccount, organisationId, payee, userId }: SeriesPayment): string {
  const accounts = [...payeeParts({ account: debtorAccount }), ...payeeParts(payee)];
  return JSON.stringify([userId, organisationId, ...accounts, amount.currency, amount.minor.toString()]);
}

function equals(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
