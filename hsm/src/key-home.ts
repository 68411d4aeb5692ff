import { randomBytes } from 'node:crypto';
import pkcs11 from 'pkcs11js';
import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';
import { labelOf, versionIn } from './key-labels.ts';
import { nameOf, Refusal, type Token, type TokenSession } from './token.ts';
import { boundTo, nonceBytes, readForm, tagBytes, type WrappedForm, writeForm } from './wrapped-form.ts';

/** The key-encryption keys of a token, and what is done with them. Every call blocks. */
export interface KeyHome {
  wrap(purpose: KeyPurpose, key: Buffer): Buffer;
  unwrap(purpose: KeyPurpose, wrapped: Buffer): Buffer;
  isOutdated(purpose: KeyPurpose, wrapped: Buffer): boolean;
}

const keyBytes = 32;
const objectsMax = 10_000;
/** How tokens call a wrong tag; some have no better word than those for their own troubles. */
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
export function keyHome(token: Token, prefix: string): KeyHome {
  /** Opens a wrapped key; gives nothing when the token could mean that it is damaged. */
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
    const openedAfterAll = token.attempt((session) => {
      proveWorking(session, versionOf(session, { prefix, purpose }, form.version));
      return tryOpen(session, purpose, form);
    });
    if (openedAfterAll !== undefined) return openedAfterAll;
    token.renew();
    throw new Refusal('unwrappable', 'damaged, or wrapped for another purpose');
  }

  return {
    wrap: (purpose, key) =>
      token.attempt((session) => {
        const version = newestVersion(session, { prefix, purpose });
        if (version === undefined)
          throw new Refusal('unavailable', `no key is called ${labelOf(prefix, purpose, 1)}`);
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
  if (form === undefined) throw new Refusal('unwrappable', 'no wrapped key');
  return form;
}

interface Family {
  readonly prefix: string;
  readonly purpose: KeyPurpose;
}

/** The newest version a purpose has. Looked up each time: keys come and go while we run, and few are asked for. */
export function newestVersion(session: TokenSession, { prefix, purpose }: Family): number | undefined {
  const { card, handle } = session;
  const versions = find(session, [{ type: pkcs11.CKA_KEY_TYPE, value: pkcs11.CKK_AES }]).flatMap((key) => {
    const [label] = card.C_GetAttributeValue(handle, key, [{ type: pkcs11.CKA_LABEL }]);
    return versionIn(label?.value.toString() ?? '', prefix, purpose) ?? [];
  });
  return versions.length === 0 ? undefined : Math.max(...versions);
}

/** The key of one version, if it is there once and fit for its task. */
function versionOf(session: TokenSession, { prefix, purpose }: Family, version: number): Buffer {
  const label = labelOf(prefix, purpose, version);
  const [key, ...others] = find(session, [{ type: pkcs11.CKA_LABEL, value: label }]);
  if (key === undefined) throw new Refusal('unwrappable', 'the key it was wrapped under is not there');
  if (others.length > 0) throw new Refusal('unavailable', `two keys are called ${label}`);
  if (!isFit(session, key))
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

/** A key that could be read would be no better than a file. */
function isFit({ card, handle }: TokenSession, key: Buffer): boolean {
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

/** Wraps and unwraps something new, to tell a token in trouble from a wrapped key that is damaged. */
function proveWorking(session: TokenSession, kek: Buffer): void {
  const plain = randomBytes(keyBytes);
  const use = { nonce: randomBytes(nonceBytes), bound: Buffer.from('a trial') };
  const encrypted = encrypt(session, kek, { ...use, plain });
  if (!decrypt(session, kek, { ...use, encrypted }).equals(plain))
    throw new Error('the token computes wrongly');
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
  // Some tokens ask for room for the tag as well.
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
