import { randomBytes } from 'node:crypto';
import pkcs11 from 'pkcs11js';
import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';
import { labelOf, versionIn } from './key-labels.ts';
import { nameOf, Refusal, type Token, type TokenSession } from './token.ts';
import { boundTo, nonceBytes, readForm, tagBytes, type WrappedForm, writeForm } from './wrapped-form.ts';

/** Wraps and unwraps keys with the key-encryption keys of a token. Every call blocks. */
export interface TokenKeys {
  wrap(purpose: KeyPurpose, key: Buffer): Buffer;
  unwrap(purpose: KeyPurpose, wrapped: Buffer): Buffer;
  isOutdated(purpose: KeyPurpose, wrapped: Buffer): boolean;
}

const keyBytes = 32;
const objectsMax = 10_000;
/** Error names that tokens use for a wrong tag; some tokens use the same names for failures of their own. */
const damageNames = [
  'CKR_AEAD_DECRYPT_FAILED',
  'CKR_DATA_INVALID',
  'CKR_ENCRYPTED_DATA_INVALID',
  'CKR_ENCRYPTED_DATA_LEN_RANGE',
  'CKR_FUNCTION_FAILED',
  'CKR_GENERAL_ERROR',
  'CKR_SIGNATURE_INVALID',
];

/** Uses the keys whose labels begin with the prefix. */
export function tokenKeys(token: Token, prefix: string): TokenKeys {
  /** Decrypts a wrapped key. Returns undefined when the error of the token may mean a damaged key. */
  function tryOpen(session: TokenSession, purpose: KeyPurpose, form: WrappedForm): Buffer | undefined {
    const kek = versionOf(session, { prefix, purpose }, form.version);
    try {
      return decrypt(session, kek, { ...form, bound: boundTo(purpose, form.version) });
    } catch (error) {
      if (damageNames.includes(nameOf(error))) return undefined;
      throw error;
    }
  }

  function unwrap(purpose: KeyPurpose, form: WrappedForm): Buffer {
    const opened = token.attempt((session) => tryOpen(session, purpose, form));
    if (opened !== undefined) return opened;
    token.renew();
    const openedAgain = token.attempt((session) => {
      proveWorking(session, versionOf(session, { prefix, purpose }, form.version));
      return tryOpen(session, purpose, form);
    });
    if (openedAgain !== undefined) return openedAgain;
    token.renew();
    throw new Refusal('unwrappable', 'the wrapped key is damaged or was wrapped for another purpose');
  }

  return {
    wrap: (purpose, key) =>
      token.attempt((session) => {
        const version = newestVersion(session, { prefix, purpose });
        if (version === undefined)
          throw new Refusal(
            'unavailable',
            `no key has the label ${labelOf(prefix, purpose, 1)}; create it with hsm/make-key.ts`,
          );
        const nonce = randomBytes(nonceBytes);
        const kek = versionOf(session, { prefix, purpose }, version);
        const bound = boundTo(purpose, version);
        return writeForm({ version, nonce, encrypted: encrypt(session, kek, { nonce, bound, plain: key }) });
      }),
    unwrap: (purpose, wrapped) => unwrap(purpose, formOf(wrapped)),
    isOutdated: (purpose, wrapped) =>
      token.attempt((session) => {
        const { version } = formOf(wrapped);
        versionOf(session, { prefix, purpose }, version);
        return newestVersion(session, { prefix, purpose }) !== version;
      }),
  };
}

function formOf(wrapped: Buffer): WrappedForm {
  const form = readForm(wrapped);
  if (form === undefined) throw new Refusal('unwrappable', 'the bytes are not a wrapped key');
  return form;
}

interface Family {
  readonly prefix: string;
  readonly purpose: KeyPurpose;
}

/** Returns the newest key version of a purpose. Reads the token each time, because keys change while the driver runs. */
export function newestVersion(session: TokenSession, { prefix, purpose }: Family): number | undefined {
  const { card, handle } = session;
  const versions = find(session, [{ type: pkcs11.CKA_KEY_TYPE, value: pkcs11.CKK_AES }]).flatMap((key) => {
    const [label] = card.C_GetAttributeValue(handle, key, [{ type: pkcs11.CKA_LABEL }]);
    return versionIn(label?.value.toString() ?? '', prefix, purpose) ?? [];
  });
  return versions.length === 0 ? undefined : Math.max(...versions);
}

/** Returns the key of one version. Throws when it is missing, duplicated or not suitable. */
function versionOf(session: TokenSession, { prefix, purpose }: Family, version: number): Buffer {
  const label = labelOf(prefix, purpose, version);
  const [key, ...others] = find(session, [{ type: pkcs11.CKA_LABEL, value: label }]);
  if (key === undefined)
    throw new Refusal('unwrappable', 'the key-encryption key does not exist in the token');
  if (others.length > 0) throw new Refusal('unavailable', `two keys have the label ${label}`);
  if (!isSuitable(session, key))
    throw new Refusal('unavailable', `${label} must be AES-256, sensitive and not extractable`);
  return key;
}

function find(
  { card, handle }: TokenSession,
  wanted: Parameters<typeof card.C_FindObjectsInit>[1],
): Buffer[] {
  card.C_FindObjectsInit(handle, [{ type: pkcs11.CKA_CLASS, value: pkcs11.CKO_SECRET_KEY }, ...wanted]);
  try {
    return card.C_FindObjects(handle, objectsMax);
  } finally {
    card.C_FindObjectsFinal(handle);
  }
}

/** Tells whether a key cannot be read from the token; a readable key would be no safer than a file. */
function isSuitable({ card, handle }: TokenSession, key: Buffer): boolean {
  const [sensitive, extractable, length, type] = card.C_GetAttributeValue(handle, key, [
    { type: pkcs11.CKA_SENSITIVE },
    { type: pkcs11.CKA_EXTRACTABLE },
    { type: pkcs11.CKA_VALUE_LEN },
    { type: pkcs11.CKA_KEY_TYPE },
  ]);
  return (
    sensitive?.value[0] === 1 &&
    extractable?.value[0] === 0 &&
    length?.value.readUInt32LE(0) === keyBytes &&
    type?.value.readUInt32LE(0) === pkcs11.CKK_AES
  );
}

/** Encrypts and decrypts random bytes, to distinguish a failing token from a damaged wrapped key. */
function proveWorking(session: TokenSession, kek: Buffer): void {
  const plain = randomBytes(keyBytes);
  const use = { nonce: randomBytes(nonceBytes), bound: Buffer.from('a trial') };
  const encrypted = encrypt(session, kek, { ...use, plain });
  if (!decrypt(session, kek, { ...use, encrypted }).equals(plain))
    throw new Error('the token returns wrong results');
}

interface GcmUse {
  readonly nonce: Buffer;
  readonly bound: Buffer;
}

function encrypt(
  { card, handle }: TokenSession,
  kek: Buffer,
  { plain, ...use }: GcmUse & { readonly plain: Buffer },
): Buffer {
  card.C_EncryptInit(handle, gcm(use), kek);
  return card.C_Encrypt(handle, plain, Buffer.alloc(plain.length + tagBytes));
}

function decrypt(
  { card, handle }: TokenSession,
  kek: Buffer,
  { encrypted, ...use }: GcmUse & { readonly encrypted: Buffer },
): Buffer {
  card.C_DecryptInit(handle, gcm(use), kek);
  // Some tokens need space for the tag as well.
  return card.C_Decrypt(handle, encrypted, Buffer.alloc(encrypted.length));
}

function gcm({ nonce, bound }: GcmUse): Parameters<TokenSession['card']['C_EncryptInit']>[1] {
  return {
    mechanism: pkcs11.CKM_AES_GCM,
    parameter: {
      type: pkcs11.CK_PARAMS_AES_GCM_v240,
      iv: nonce,
      aad: bound,
      ivBits: nonceBytes * 8,
      tagBits: tagBytes * 8,
    },
  };
}
