import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import type { ContactKind, UserProfile } from '../domain/user.ts';

/** Encrypts data, and computes the keyed hashes and secrets of the database. */
export interface IdentityVault {
  sealProfile(bankId: string, userId: string, profile: UserProfile): Buffer;
  openProfile(bankId: string, userId: string, sealed: Buffer): UserProfile;
  /** Encrypts any other short text of a row. */
  sealText(context: SealedEncryptionContext, text: string): Buffer;
  openText(context: SealedEncryptionContext, sealed: Buffer): string;
  /**
   * Returns the same indexes for every spelling of a contact. The first one is stored; a look-up uses all of them,
   * because `keys reindex` may be in progress.
   */
  contactIndexes(bankId: string, kind: ContactKind, value: string): Indexes;
  loginIndexes(bankId: string, login: string): Indexes;
  /** Returns the counter key of an address, a username or a password; the purpose separates them. */
  quotaKey(bankId: string, purpose: string, value: string): Buffer;
  /** Returns a truncated hash of a password: too short to recover the password from it. */
  sprayKey(bankId: string, password: string): Buffer;
  /** Returns the counter key of an unknown username; no user id has this form. */
  unknownUserKey(bankId: string, name: string): string;
  /**
   * Returns the replacement for the username of an erased user: always the same for a username, and no username has
   * this form. A name that is already hidden is returned as it is.
   */
  hiddenName(bankId: string, username: string): string;
  /** Returns bytes that are always the same for a username; dummy responses are derived from them. */
  dummySeed(bankId: string, purpose: string, name: string): Buffer;
  userHandleKey(bankId: string): Buffer;
  /** Returns a secret for a browser; `secretHash` returns the stored form. */
  newSecret(): string;
  secretHash(secret: string): Buffer;
  /** Returns the same secret for the same parts; unpredictable without the key. */
  derivedSecret(bankId: string, purpose: SecretPurpose, parts: readonly string[]): string;
  /** Returns the same hash for two forms when every field is equal. */
  formHash(bankId: string, signInId: string, fields: ReadonlyMap<string, string>): Buffer;
  /** Returns the CSRF token of a form, derived from the browser's secret. */
  csrfOf(bankId: string, secret: string): string;
  isCsrf(bankId: string, secret: string, token: string): boolean;
  /** Returns a random password of this many unambiguous letters. */
  newTemporaryPassword(length: number): string;
}

/** One index per key that is in use, that of the current key first. */
export type Indexes = readonly [Buffer, ...Buffer[]];

export type SecretPurpose = 'next-step' | 'browser' | 'session' | 'login-link';

export interface SealedEncryptionContext {
  readonly bankId: string;
  readonly table: 'former_contact' | 'linked_login' | 'login_event' | 'passkey_proof' | 'sign_in';
  readonly rowId: string;
}

const subjectBytes = 18;
const hiddenMark = '~';
const sprayBytes = 3;
const secretBytes = 32;
/**
 * Letters only, without similar ones and without vowels: no digits, because messages mask anything that could be an
 * account number, and no vowels, so that no words occur by chance. Twenty of them are 84 bits.
 */
const readable = 'bcdfghjkmnpqrstvwxz';

export function profileEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'user_account', column: 'sealed_profile', rowId };
}

export function textEncryptionContext({ bankId, rowId, table }: SealedEncryptionContext): EncryptionContext {
  return { bankId, table, column: 'sealed', rowId };
}

/** Prefixes each part with its length, so that no two lists have the same encoding. */
function mac(key: Buffer, parts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', secretKeyOf(key));
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}

/** Normalizes a contact as the specification compares it: e-mail without regard to case. */
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
    sealText: (context, text) => vault.seal(textEncryptionContext(context), Buffer.from(text)),
    openText: (context, sealed) => vault.unseal(textEncryptionContext(context), sealed).toString(),
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
    isCsrf(bankId, secret, token) {
      // Compares the text itself: it has one canonical encoding only.
      const shown = Buffer.from(token);
      return keys
        .derive(bankId, 'forms')
        .map((key) => Buffer.from(mac(key, [secret]).toString('base64url')))
        .some((expected) => shown.length === expected.length && timingSafeEqual(shown, expected));
    },
    newTemporaryPassword: (length) =>
      Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join(''),
  };
}
