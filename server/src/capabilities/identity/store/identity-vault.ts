import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { ContactKind, UserProfile } from '../domain/user.ts';

/** Makes and knows again what must not be readable in the database. */
export interface IdentityVault {
  sealProfile(bankId: string, userId: string, profile: UserProfile): Buffer;
  openProfile(bankId: string, userId: string, sealed: Buffer): UserProfile;
  /** Any other short text of a row. */
  sealText(place: SealedEncryptionContext, text: string): Buffer;
  openText(place: SealedEncryptionContext, sealed: Buffer): string;
  /**
   * The same contact gives the same indexes, however it is spelled. The first is stored; a look-up asks for all of
   * them, because `keys reindex` may be under way.
   */
  contactIndexes(bankId: string, kind: ContactKind, value: string): Indexes;
  loginIndexes(bankId: string, login: string): Indexes;
  /** Under what something is counted: an address, a name, a password; the purpose keeps them apart. */
  quotaKey(bankId: string, purpose: string, value: string): Buffer;
  /** Of a password so little is kept that nobody could tell which one it was. */
  sprayKey(bankId: string, password: string): Buffer;
  /** Under this name failures are counted for somebody whom nobody knows; no user id looks like it. */
  unknownUserKey(bankId: string, name: string): string;
  /**
   * What stands for the name of an erased user: the same for the same name, and no username looks like it. A hidden
   * name stays as it is.
   */
  hiddenName(bankId: string, username: string): string;
  /** Bytes that are always the same for a name: decoys are chosen by them. */
  dummySeed(bankId: string, purpose: string, name: string): Buffer;
  userHandleKey(bankId: string): Buffer;
  /** A secret that a browser keeps, and the form in which we know it again. */
  newSecret(): string;
  secretHash(secret: string): Buffer;
  /** The same parts always give the same secret; without the key it cannot be foreseen. */
  derivedSecret(bankId: string, purpose: SecretPurpose, parts: readonly string[]): string;
  /** Two forms have the same hash when every field is the same. */
  formHash(bankId: string, signInId: string, fields: ReadonlyMap<string, string>): Buffer;
  /** What a form must bring back, made of the secret that the browser keeps. */
  csrfOf(bankId: string, secret: string): string;
  isCsrf(bankId: string, secret: string, given: string): boolean;
  /** So many letters that nobody can foresee and everybody can read. */
  newTemporaryPassword(length: number): string;
}

/** One index per key that is in use, the current one's first. */
export type Indexes = readonly [Buffer, ...Buffer[]];

export type SecretPurpose = 'next-step' | 'browser' | 'session';

export interface SealedEncryptionContext {
  readonly bankId: string;
  readonly table: 'former_contact' | 'linked_login' | 'login_event' | 'sign_in';
  readonly rowId: string;
}

const subjectBytes = 18;
const hiddenMark = '~';
const sprayBytes = 3;
const secretBytes = 32;
/**
 * Letters only, without those that look alike and without vowels: no digits, because messages hide what could be an
 * account number, and no word comes about by chance. Twenty of them are 84 bits.
 */
const readable = 'bcdfghjkmnpqrstvwxz';

export function profileEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'user_account', column: 'sealed_profile', rowId };
}

export function textEncryptionContext({ bankId, rowId, table }: SealedEncryptionContext): EncryptionContext {
  return { bankId, table, column: 'sealed', rowId };
}

/** Each part behind its length, so that no two lists are spelled alike. */
function mac(key: Buffer, parts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}

/** Compared as the specification compares them: e-mail without regard to capitals. */
function contactKey(kind: ContactKind, value: string): string {
  return kind === 'email' ? (normalizeEmail(value)?.key ?? value) : value;
}

export function createIdentityVault(keys: KeyProvider): IdentityVault {
  const vault = createVault(keys, 'identity');
  const current = (bankId: string, purpose: string): Buffer => keys.derive(bankId, purpose)[0];
  const indexes = (bankId: string, purpose: string, parts: readonly string[]): Indexes => {
    const [first, ...others] = keys.derive(bankId, purpose);
    return [mac(first, parts), ...others.map((key) => mac(key, parts))];
  };
  return {
    sealProfile: (bankId, userId, profile) =>
      vault.seal(profileEncryptionContext(bankId, userId), Buffer.from(JSON.stringify(profile))),
    openProfile(bankId, userId, sealed) {
      const opened: unknown = JSON.parse(
        vault.unseal(profileEncryptionContext(bankId, userId), sealed).toString(),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by us, and opens only if unchanged
      return opened as UserProfile;
    },
    sealText: (place, text) => vault.seal(textEncryptionContext(place), Buffer.from(text)),
    openText: (place, sealed) => vault.unseal(textEncryptionContext(place), sealed).toString(),
    contactIndexes: (bankId, kind, value) =>
      indexes(bankId, 'contacts of users', [kind, contactKey(kind, value)]),
    loginIndexes: (bankId, login) => indexes(bankId, 'linked logins', [login.normalize('NFC').toLowerCase()]),
    quotaKey: (bankId, purpose, value) => mac(current(bankId, 'quotas'), [purpose, value]),
    sprayKey: (bankId, password) =>
      mac(current(bankId, 'tried passwords'), [password]).subarray(0, sprayBytes),
    unknownUserKey: (bankId, name) =>
      `~${mac(current(bankId, 'strangers who sign in'), [name]).subarray(0, subjectBytes).toString('base64url')}`,
    hiddenName: (bankId, username) =>
      username.startsWith(hiddenMark)
        ? username
        : `${hiddenMark}${mac(current(bankId, 'names of erased users'), [username]).subarray(0, subjectBytes).toString('base64url')}`,
    dummySeed: (bankId, purpose, name) => mac(current(bankId, 'decoys'), [purpose, name]),
    userHandleKey: (bankId) => current(bankId, 'passkey owners'),
    newSecret: () => randomBytes(secretBytes).toString('base64url'),
    secretHash: (secret) => hash('sha256', secret, 'buffer'),
    derivedSecret: (bankId, purpose, parts) =>
      mac(current(bankId, 'secrets of browsers'), [purpose, ...parts]).toString('base64url'),
    formHash: (bankId, signInId, fields) =>
      mac(current(bankId, 'submitted forms'), [
        signInId,
        ...[...fields].toSorted(([one], [other]) => (one < other ? -1 : 1)).flat(),
      ]),
    csrfOf: (bankId, secret) => mac(current(bankId, 'forms'), [secret]).toString('base64url'),
    isCsrf(bankId, secret, given) {
      // The text itself is compared: it can be written in one way only.
      const shown = Buffer.from(given);
      return keys
        .derive(bankId, 'forms')
        .map((key) => Buffer.from(mac(key, [secret]).toString('base64url')))
        .some((expected) => shown.length === expected.length && timingSafeEqual(shown, expected));
    },
    newTemporaryPassword: (length) =>
      Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join(''),
  };
}
