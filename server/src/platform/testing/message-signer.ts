import { constants, createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import type { TestCertificate } from './certificates.ts';

/** A message to sign, as a third party sends it. */
export interface UnsignedMessage {
  /** Names as they are sent; the values are what the client means, without outer blanks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** How to sign, where a test deviates from what a good client does. */
export interface SigningChoices {
  readonly digest?: 'SHA-256' | 'SHA-512';
  readonly hash?: 'sha256' | 'sha512';
  /** Names in the order to sign; by default all that the standard demands. */
  readonly names?: readonly string[];
  /** `other`: RSA-PSS, or ECDSA as two numbers, which other standards use with the same keys. */
  readonly scheme?: 'usual' | 'other';
}

/** The three headers of a signed message. */
export type SignatureHeaders = Readonly<Record<'Digest' | 'Signature' | 'TPP-Signature-Certificate', string>>;

const demanded = ['Digest', 'X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'] as const;

const schemes = {
  usual: { rsa: { padding: constants.RSA_PKCS1_PADDING }, ec: { dsaEncoding: 'der' } },
  other: { rsa: { padding: constants.RSA_PKCS1_PSS_PADDING }, ec: { dsaEncoding: 'ieee-p1363' } },
} as const;

/**
 * Signs a message as a client would (draft-cavage-http-signatures-10). Shares no code with the verifier; the tests
 * compare it with what the openssl program signs.
 */
export function signMessage(
  { headers, body = '' }: UnsignedMessage,
  seal: TestCertificate,
  { digest = 'SHA-256', hash = 'sha256', names, scheme = 'usual' }: SigningChoices = {},
): SignatureHeaders {
  const digestName = digest === 'SHA-256' ? 'sha256' : 'sha512';
  const digestValue = `${digest}=${createHash(digestName).update(body).digest('base64')}`;
  const all: Readonly<Record<string, string>> = { ...headers, Digest: digestValue };
  const signed = names ?? demanded.filter((name) => all[name] !== undefined);
  const content = signed.map((name) => `${name.toLowerCase()}: ${all[name]}`).join('\n');
  const key = createPrivateKey(seal.keyPem);
  const isRsa = key.asymmetricKeyType === 'rsa';
  const signature = sign(hash, Buffer.from(content), { key, ...schemes[scheme][isRsa ? 'rsa' : 'ec'] });
  const parameters = {
    keyId: keyIdOf(seal),
    algorithm: `${isRsa ? 'rsa' : 'ecdsa'}-${hash}`,
    headers: signed.join(' ').toLowerCase(),
    signature: signature.toString('base64'),
  };
  return {
    Digest: digestValue,
    Signature: Object.entries(parameters)
      .map(([name, value]) => `${name}="${value}"`)
      .join(','),
    'TPP-Signature-Certificate': seal.der.toString('base64'),
  };
}

/** The name of a certificate: serial number and issuer, blanks and commas percent-encoded. */
export function keyIdOf({ der }: TestCertificate): string {
  const { issuer, serialNumber } = new X509Certificate(der);
  const attributes = issuer.split('\n').map((line) => line.replaceAll('\\,', '%2C').replaceAll(' ', '%20'));
  return `SN=${serialNumber},CA=${attributes.toReversed().join(',')}`;
}
