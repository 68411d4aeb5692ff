import { createHmac, randomInt } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { Secret } from '#platform/kernel/secret.ts';
import type { OtpChannel } from '../domain/literals.ts';

/** Text and recipient of a code. */
export interface OtpText {
  /** Removed once the code is dispatched. */
  readonly code: string | undefined;
  readonly contact: string | undefined;
  readonly message: string | undefined;
  readonly language: string | undefined;
  /** Keyed hash of the exact contact, which remains when the contact is removed: the proof refers to it. */
  readonly exactIndex: string | undefined;
}

/**
 * Creates and recognizes values that must not be readable in the database: codes, recipients, unknown users,
 * signatures.
 */
export interface AuthorizationVault {
  /** Returns an unpredictable code of this many digits. */
  newCode(digits: number): string;
  codeHash(bankId: string, verificationId: string, code: string): Buffer;
  isCode(
    digest: Buffer,
    name: { readonly bankId: string; readonly id: string; readonly code: string },
  ): boolean;
  sealText(bankId: string, verificationId: string, text: OtpText): Buffer;
  openText(bankId: string, verificationId: string, sealed: Buffer): OtpText;
  /** Encrypts what the device of a signer must display: amount and account. */
  sealSignatureData(bankId: string, collectionId: string, data: string): Buffer;
  openSignatureData(bankId: string, collectionId: string, sealed: Buffer): string;
  /** Returns the same index for the same recipient and channel. */
  recipientIndex(bankId: string, channel: OtpChannel, key: string): Buffer;
  /** Returns the current index, and those that rows from before a key rotation may have. */
  recipientIndexes(bankId: string, channel: OtpChannel, key: string): readonly Buffer[];
  /** Returns the counter key of an unknown user; no user id looks like it. */
  unknownUserKey(bankId: string, name: string): string;
  /** Returns the same under every key in use: what was stored before a key was replaced has a former one. */
  unknownUserKeys(bankId: string, name: string): readonly string[];
  isUnknownUserKey(subject: string): boolean;
  /** Returns the id of an approval method: the same for the same parts, and meaningless without the key. */
  methodId(bankId: string, parts: readonly string[]): string;
  /** Returns digits that look like the end of a phone number, always the same for an unknown user. */
  dummyEnding(bankId: string, subject: string, digits: number): string;
  /** Returns the server key of challenges that are bound to signature data. */
  challengeKey(bankId: string): Secret<Uint8Array>;
  /** Returns the keyed hash over all content of a signature. */
  signatureSeal(bankId: string, content: string): Buffer;
  /** Keyed hash of an account, for sums of what was released from it. */
  accountIndex(bankId: string, account: string): Buffer;
  /** The same under the current and the earlier keys. */
  accountIndexes(bankId: string, account: string): readonly Buffer[];
  isSignatureSeal(bankId: string, content: string, seal: Buffer): boolean;
}

const indexBytes = 16;
const subjectBytes = 18;
const methodBytes = 24;

export function otpTextEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'otp_verification', column: 'sealed_text', rowId };
}

export function signatureDataEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'signature_collection', column: 'sealed_signature_data', rowId };
}

/** Each part after its length, so that no two lists are encoded alike. */
function mac(key: Buffer, parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', secretKeyOf(key));
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest();
}

function strangerKey(key: Buffer, name: string): string {
  return `~${mac(key, [name]).subarray(0, subjectBytes).toString('base64url')}`;
}

export function createAuthorizationVault(keys: KeyProvider): AuthorizationVault {
  const vault = createVault(keys, 'authorization');
  const newest = (bankId: string, purpose: string): Buffer => keys.derive(bankId, purpose)[0];
  /**
   * Current or from before a key rotation; all are compared, so that response times do not reveal which one matched.
   */
  const isAny = (expected: Buffer, candidates: readonly Buffer[]): boolean =>
    candidates.filter((made) => equalBytes(made, expected)).length > 0;
  return {
    newCode: (digits) => String(randomInt(10 ** digits)).padStart(digits, '0'),
    codeHash: (bankId, verificationId, code) => mac(newest(bankId, 'one-time codes'), [verificationId, code]),
    isCode: (digest, { bankId, code, id }) =>
      isAny(
        digest,
        keys.derive(bankId, 'one-time codes').map((key) => mac(key, [id, code])),
      ),
    sealText: (bankId, verificationId, text) =>
      vault.seal(otpTextEncryptionContext(bankId, verificationId), Buffer.from(JSON.stringify(text))),
    openText(bankId, verificationId, sealed) {
      const opened: unknown = JSON.parse(
        vault.unseal(otpTextEncryptionContext(bankId, verificationId), sealed).toString(),
      );
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by us, and opens only if unchanged
      return opened as OtpText;
    },
    sealSignatureData: (bankId, collectionId, data) =>
      vault.seal(signatureDataEncryptionContext(bankId, collectionId), Buffer.from(data)),
    openSignatureData: (bankId, collectionId, sealed) =>
      vault.unseal(signatureDataEncryptionContext(bankId, collectionId), sealed).toString(),
    recipientIndex: (bankId, channel, key) =>
      mac(newest(bankId, 'recipients of codes'), [channel, key]).subarray(0, indexBytes),
    recipientIndexes: (bankId, channel, key) =>
      keys
        .derive(bankId, 'recipients of codes')
        .map((secret) => mac(secret, [channel, key]).subarray(0, indexBytes)),
    unknownUserKey: (bankId, name) => strangerKey(newest(bankId, 'strangers'), name),
    unknownUserKeys: (bankId, name) => keys.derive(bankId, 'strangers').map((key) => strangerKey(key, name)),
    isUnknownUserKey: (subject) => subject.startsWith('~'),
    methodId: (bankId, parts) =>
      mac(newest(bankId, 'approval methods'), parts).subarray(0, methodBytes).toString('base64url'),
    dummyEnding: (bankId, subject, digits) =>
      String(mac(newest(bankId, 'dummy endings'), [subject]).readUInt32BE(0) % 10 ** digits).padStart(
        digits,
        '0',
      ),
    challengeKey: (bankId) => new Secret<Uint8Array>(newest(bankId, 'signature challenges')),
    signatureSeal: (bankId, content) => mac(newest(bankId, 'signature seals'), [content]),
    accountIndex: (bankId, account) =>
      mac(newest(bankId, 'released accounts'), [account]).subarray(0, indexBytes),
    accountIndexes: (bankId, account) =>
      keys
        .derive(bankId, 'released accounts')
        .map((secret) => mac(secret, [account]).subarray(0, indexBytes)),
    isSignatureSeal: (bankId, content, seal) =>
      isAny(
        seal,
        keys.derive(bankId, 'signature seals').map((key) => mac(key, [content])),
      ),
  };
}
