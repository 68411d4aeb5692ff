import { createHmac, randomInt } from 'node:crypto';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { Secret } from '#platform/kernel/secret.ts';
import type { OtpChannel } from '../domain/literals.ts';

/** What is said to whom along with a code. */
export interface OtpText {
  /** Gone as soon as it was handed over. */
  readonly code: string | undefined;
  readonly contact: string | undefined;
  readonly message: string | undefined;
  readonly language: string | undefined;
  /** Keyed hash of the very contact, which stays when the contact itself is gone: that is what a proof is of. */
  readonly exactIndex: string | undefined;
}

/** Makes and knows again what must not be readable in the database: codes, recipients, names of nobody, signatures. */
export interface AuthorizationVault {
  /** A code of this many digits that nobody can foresee. */
  newCode(digits: number): string;
  codeDigest(bankId: string, verificationId: string, code: string): Buffer;
  isCode(
    digest: Buffer,
    given: { readonly bankId: string; readonly id: string; readonly code: string },
  ): boolean;
  sealText(bankId: string, verificationId: string, text: OtpText): Buffer;
  openText(bankId: string, verificationId: string, sealed: Buffer): OtpText;
  /** What a device must show to whoever signs: amount and account, hence sealed. */
  sealSignatureData(bankId: string, collectionId: string, data: string): Buffer;
  openSignatureData(bankId: string, collectionId: string, sealed: Buffer): string;
  /** The same recipient by the same channel gives the same index, whoever asks. */
  recipientIndex(bankId: string, channel: OtpChannel, key: string): Buffer;
  /** The index of today, and those that rows from before a change of keys may have. */
  recipientIndexes(bankId: string, channel: OtpChannel, key: string): readonly Buffer[];
  /** Under this name attempts are counted for somebody whom nobody knows; no user id looks like it. */
  unknownUserKey(bankId: string, given: string): string;
  isUnknownUserKey(subject: string): boolean;
  /** The server's part in challenges that are bound to what is signed. */
  challengeKey(bankId: string): Secret<Uint8Array>;
  /** A mark over everything a signature says. */
  signatureSeal(bankId: string, said: string): Buffer;
  isSignatureSeal(bankId: string, said: string, seal: Buffer): boolean;
}

const indexBytes = 16;
const subjectBytes = 18;

export function otpTextEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'otp_verification', column: 'sealed_text', rowId };
}

export function signatureDataEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'signature_collection', column: 'sealed_signature_data', rowId };
}

/** Each part behind its length, so that no two lists are spelled alike. */
function mac(key: Buffer, parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest();
}

export function createAuthorizationVault(keys: KeyProvider): AuthorizationVault {
  const vault = createVault(keys, 'authorization');
  const newest = (bankId: string, purpose: string): Buffer => keys.derive(bankId, purpose)[0];
  /** Made today, or before the keys changed; all are looked at, so that nobody can tell which one it was. */
  const isAny = (expected: Buffer, candidates: readonly Buffer[]): boolean =>
    candidates.filter((made) => equalBytes(made, expected)).length > 0;
  return {
    newCode: (digits) => String(randomInt(10 ** digits)).padStart(digits, '0'),
    codeDigest: (bankId, verificationId, code) =>
      mac(newest(bankId, 'one-time codes'), [verificationId, code]),
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
    unknownUserKey: (bankId, given) =>
      `~${mac(newest(bankId, 'strangers'), [given]).subarray(0, subjectBytes).toString('base64url')}`,
    isUnknownUserKey: (subject) => subject.startsWith('~'),
    challengeKey: (bankId) => new Secret<Uint8Array>(newest(bankId, 'signature challenges')),
    signatureSeal: (bankId, said) => mac(newest(bankId, 'signature seals'), [said]),
    isSignatureSeal: (bankId, said, seal) =>
      isAny(
        seal,
        keys.derive(bankId, 'signature seals').map((key) => mac(key, [said])),
      ),
  };
}
