import { createPrivateKey, X509Certificate } from 'node:crypto';
import Type, { type TUnsafe } from 'typebox';
import { Secret } from '#platform/kernel/secret.ts';
import { json, type SettingType, secretText, textLengthMax } from './setting-types.ts';

const keyLengthMax = 16_384;
/** Large enough for every authority of a European trust list. */
const certificatesLengthMax = 4_194_304;
const certificatesMax = 2_000;

const hidden = { file: 'accepted', quoting: 'withheld' } as const;

function secretSchema(isUsable: (revealed: string) => boolean): TUnsafe<Secret<string>> {
  return Type.Unsafe<Secret<string>>(
    Type.Refine(Type.Unknown(), (value) => {
      const revealed: unknown = value instanceof Secret ? value.reveal() : undefined;
      return typeof revealed === 'string' && isUsable(revealed);
    }),
  );
}

/** A password, token or similar secret. */
export function secretSetting(): SettingType<TUnsafe<Secret<string>>> {
  return {
    ...hidden,
    schema: secretSchema((revealed) => revealed.length > 0),
    expected: `a secret of at most ${textLengthMax} characters`,
    lengthMax: textLengthMax,
    decode: (input) => new Secret(input),
    print: () => secretText,
  };
}

function typeOfPrivateKey(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyType;
  } catch {
    return undefined;
  }
}

/** A private key as PEM, of the given type or of any. */
export function privateKey(type: 'ed25519' | 'any'): SettingType<TUnsafe<Secret<string>>> {
  const name = type === 'ed25519' ? 'an Ed25519 private key' : 'a private key';
  return {
    ...hidden,
    schema: secretSchema((pem) => {
      const found = typeOfPrivateKey(pem);
      return found !== undefined && (type === 'any' || found === type);
    }),
    expected: `${name} as PEM without passphrase (-----BEGIN PRIVATE KEY-----)`,
    lengthMax: keyLengthMax,
    decode: (input) => new Secret(input),
    print: () => secretText,
  };
}

const masterKeyBytes = 32;
const masterKeysMax = 5;

function readMasterKeys(input: string): readonly Buffer[] | undefined {
  const texts = input.split(',').map((text) => text.trim());
  const keys = texts.map((text) => Buffer.from(text, 'base64'));
  // Text that is not base64 does not survive decoding and encoding.
  const isWhole = keys.every(
    (key, index) => key.length === masterKeyBytes && key.toString('base64') === texts[index],
  );
  return isWhole && keys.length <= masterKeysMax && new Set(texts).size === texts.length ? keys : undefined;
}

/** Keys that encrypt other secrets, separated by commas. */
export function masterKeys(): SettingType<TUnsafe<Secret<readonly Buffer[]>>> {
  return {
    ...hidden,
    schema: Type.Unsafe<Secret<readonly Buffer[]>>(
      Type.Refine(Type.Unknown(), (value) => value instanceof Secret),
    ),
    expected: `1 to ${masterKeysMax} keys of ${masterKeyBytes} bytes as base64, separated by commas, none twice`,
    lengthMax: textLengthMax,
    decode: (input) => {
      const keys = readMasterKeys(input);
      return keys && new Secret(keys);
    },
    print: () => secretText,
  };
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the certificates of a PEM text, in its order; `undefined` if one of them is invalid. */
export function readCertificates(pem: string): readonly X509Certificate[] | undefined {
  try {
    return (pem.match(certificateBlock) ?? []).map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

function isCertificates(pem: string): boolean {
  const count = readCertificates(pem)?.length ?? 0;
  return count > 0 && count <= certificatesMax;
}

const certificatesSchema = Type.Refine(Type.String(), isCertificates);

/** One or more certificates as PEM. They are public; only their count is shown, because PEM is not readable. */
export function certificates(): SettingType<typeof certificatesSchema> {
  return {
    ...hidden,
    schema: certificatesSchema,
    expected: 'one or more certificates as PEM (-----BEGIN CERTIFICATE-----)',
    lengthMax: certificatesLengthMax,
    decode: (input) => input,
    print: (pem) => `[${readCertificates(pem)?.length ?? 0} certificates]`,
  };
}

const keyWrappingSchema = Type.Immutable(
  Type.Object(
    { module: Type.String({ pattern: '^/', maxLength: 500 }), options: Type.Unknown() },
    { additionalProperties: false },
  ),
);

/** The module of a driver that wraps keys, and its options. */
export function keyWrapping(): SettingType<typeof keyWrappingSchema> {
  return json(keyWrappingSchema, 'a module and its options');
}
