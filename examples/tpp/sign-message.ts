import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import type { Credential } from './settings.ts';

export type Headers = Readonly<Record<string, string>>;

/** What a signature must cover, if the request has it. Every request has the last two. */
const signedIfSent = ['PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI', 'X-Request-ID', 'Digest'];

/** Adds the three headers of a signature: draft-cavage-http-signatures-10, as the Berlin Group uses it. */
export function signMessage(headers: Headers, body: string, qseal: Credential): Headers {
  const sent = { ...headers, Digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}` };
  const covered = Object.entries(sent).filter(([name]) => signedIfSent.includes(name));
  const names = covered.map(([name]) => name.toLowerCase()).join(' ');
  const signingString = covered.map(([name, value]) => `${name.toLowerCase()}: ${value}`).join('\n');
  const key = createPrivateKey(qseal.key);
  const algorithm = key.asymmetricKeyType === 'rsa' ? 'rsa-sha256' : 'ecdsa-sha256';
  // By default Node signs as the standard wants it: RSA by PKCS #1 v1.5, ECDSA in DER.
  const signature = sign('sha256', Buffer.from(signingString), key).toString('base64');
  const certificate = new X509Certificate(qseal.cert);
  return {
    ...sent,
    Signature: `keyId="${keyIdOf(certificate)}",algorithm="${algorithm}",headers="${names}",signature="${signature}"`,
    'TPP-Signature-Certificate': certificate.raw.toString('base64'),
  };
}

/** Names a certificate by its serial number and its issuer, whose attributes Node gives in lines, the country first. */
function keyIdOf({ issuer, serialNumber }: X509Certificate): string {
  const lines = issuer.replaceAll('\\,', '%2C').replaceAll(' ', '%20').split('\n');
  return `SN=${serialNumber},CA=${lines.reverse().join(',')}`;
}
