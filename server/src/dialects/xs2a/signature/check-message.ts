import { hash } from 'node:crypto';
import { bankOf, type Caller } from '#platform/auth/caller.ts';
import type { SealCertificate } from '#platform/auth/seal-certificates.ts';
import type { Message, MessageServices } from '#platform/http/dialect.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { checkDigest } from './digest-header.ts';
import { checkKeyId } from './key-id.ts';
import { sealFrom } from './seal-certificate-header.ts';
import { describeKey, isSignedBy } from './signature-algorithm.ts';
import { type MessageSignature, readSignatureHeader } from './signature-header.ts';
import {
  type SignatureHeaderName,
  sealRefused,
  signatureInvalid,
  signatureMissing,
} from './signature-problems.ts';
import { requireSignedHeaders, signingString } from './signing-string.ts';

interface SignatureHeaders {
  readonly digest: string;
  readonly signature: string;
  readonly certificate: string;
}

/**
 * Verifies the signature of a message: draft-cavage-http-signatures-10 with the rules of the Berlin Group. What costs
 * least is checked first, the signature itself last.
 */
export async function checkMessage(
  message: Message,
  { seals, signaturePolicyOf }: MessageServices,
): Promise<void> {
  const bankId = bankOf(message.caller) ?? '';
  const sent = signatureHeadersOf(message.headers);
  if (sent === undefined) {
    const { signature } = signaturePolicyOf(bankId);
    if (signature === 'required') throw unsigned();
    return;
  }
  const signature = readSignatureHeader(sent.signature);
  requireSignedHeaders(signature.headers, message);
  await checkDigest(sent.digest, message.body);
  const seal = await sealFrom(sent.certificate, seals, bankId);
  checkKeyId(signature.keyId, seal);
  requireSameOrganisation(seal, message.caller);
  checkSignature(signature, seal, message);
}

/** Returns the three headers, or undefined if none was sent. One without the others is an error. */
function signatureHeadersOf(headers: Message['headers']): SignatureHeaders | undefined {
  const digest = onlyValue(headers, 'Digest');
  const signature = onlyValue(headers, 'Signature');
  const certificate = onlyValue(headers, 'TPP-Signature-Certificate');
  if (digest === undefined && signature === undefined && certificate === undefined) return undefined;
  if (signature === undefined) throw signatureWithout(digest === undefined);
  if (digest === undefined)
    throw signatureInvalid({
      header: 'Digest',
      reason: 'digest header missing',
      message: 'Signature was sent without Digest. Send Digest, also for an empty body, and sign it.',
    });
  if (certificate === undefined)
    throw sealRefused('certificate-missing', 'Signature was sent without TPP-Signature-Certificate.');
  return { digest, signature, certificate };
}

function onlyValue(headers: Message['headers'], header: SignatureHeaderName): string | undefined {
  const values = headers.get(header.toLowerCase()) ?? [];
  if (values.length > 1)
    throw signatureInvalid({
      header,
      reason: 'signature header sent twice',
      message: `${header} was sent ${values.length} times. Send it once.`,
    });
  return values[0];
}

function signatureWithout(isOnlyCertificate: boolean): Problem {
  const other: SignatureHeaderName = isOnlyCertificate ? 'TPP-Signature-Certificate' : 'Digest';
  return signatureMissing({
    header: 'Signature',
    reason: 'signature header missing beside others',
    message: `${other} was sent without Signature. Send all of Digest, Signature and TPP-Signature-Certificate, or none.`,
  });
}

function unsigned(): Problem {
  return signatureMissing({
    header: 'Signature',
    reason: 'message not signed',
    message: 'This bank requires signed requests. Send Digest, Signature and TPP-Signature-Certificate.',
  });
}

/** Otherwise anyone with a seal could sign for anyone with a client certificate. */
function requireSameOrganisation({ psd2 }: SealCertificate, caller: Caller): void {
  const organisation = caller.kind === 'tpp' ? caller.authorisationNumber : 'none';
  if (psd2.organizationIdentifier === organisation) return;
  throw sealRefused(
    'certificate-invalid',
    `TPP-Signature-Certificate is of ${psd2.organizationIdentifier}, the client certificate of ${organisation}. ` +
      'Both must have the same organizationIdentifier.',
  );
}

function checkSignature(sent: MessageSignature, seal: SealCertificate, message: Message): void {
  const { algorithm, headers, signature } = sent;
  const content = signingString(headers, message);
  if (isSignedBy(seal, { algorithm, content, signature })) return;
  // Its hash lets a developer compare the signing string without any header value being repeated.
  throw signatureInvalid({
    header: 'Signature',
    reason: 'signature does not verify',
    message:
      `The signature does not verify with ${algorithm} and the key of TPP-Signature-Certificate (${describeKey(seal)}). ` +
      `The signing string here has ${content.length} bytes, SHA-256 ${hash('sha256', content)}, ` +
      `of the headers: ${headers.join(' ')}`,
  });
}
