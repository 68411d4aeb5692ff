import { X509Certificate } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { MalformedDer } from '#platform/auth/certificate-der.ts';
import { isIssuedBy, isSignedBy, readExtensionList, type SignedParts } from './certificate-parts.ts';
import {
  contentOf,
  contextTag,
  type DerValue,
  derTag,
  membersOf,
  readDottedId,
  readTime,
  readValue,
} from './der-value.ts';
import { certificateId } from './ocsp-request.ts';
import { isCurrent, type StatusAnswer, type StatusSubject } from './status-answer.ts';

const basicResponseId = '1.3.6.1.5.5.7.48.1.1';
const nonceId = '1.3.6.1.5.5.7.48.1.2';
const ocspSigning = '1.3.6.1.5.5.7.3.9';
/** The choices of CertStatus; `unknown` is the third. */
const certStatus = { good: 0x80, revoked: 0xa1 } as const;

interface Question {
  readonly subject: StatusSubject;
  readonly nonce: Buffer;
  readonly now: Temporal.Instant;
}

/**
 * Reads the response of an OCSP responder (RFC 6960). Returns undefined unless it is successful, current, about exactly
 * this certificate, and signed by the issuer or by a responder that the issuer has authorised. Never throws.
 */
export function readOcspResponse(bytes: Buffer, question: Question): StatusAnswer | undefined {
  try {
    return answerIn(bytes, question);
  } catch {
    // The bytes are untrusted input: each malformation means that there is no answer.
    return undefined;
  }
}

function answerIn(bytes: Buffer, { nonce, now, subject }: Question): StatusAnswer | undefined {
  const { certificates, ...signed } = basicResponse(bytes);
  const signers = [new X509Certificate(subject.issuer), ...delegates(certificates, subject.issuer, now)];
  if (!signers.some(({ publicKey }) => isSignedBy(signed, publicKey))) return undefined;
  const { extensions, responses } = responseData(signed.body);
  const echoed = extensions.get(nonceId);
  if (echoed !== undefined && !readValue(echoed).content.equals(nonce)) return undefined;
  const wanted = certificateId(subject);
  const answers = responses
    .map((response) => membersOf(response))
    .filter(([id]) => id !== undefined && isSameId(id, wanted))
    .map(toAnswer);
  // Several answers about one certificate would have to agree; one is what responders send.
  const [answer] = answers;
  return answers.length === 1 && answer !== undefined && isCurrent(answer, now) ? answer : undefined;
}

interface BasicResponse extends SignedParts {
  readonly certificates: readonly Buffer[];
}

function basicResponse(bytes: Buffer): BasicResponse {
  const [status, wrapped] = membersOf(readValue(bytes));
  const state = contentOf(status, derTag.enumerated);
  if (state.length !== 1 || state[0] !== 0) throw new MalformedDer('responder refuses');
  const [type, octets] = membersOf(membersOf(wrapped, contextTag(0))[0]);
  if (readDottedId(type) !== basicResponseId) throw new MalformedDer('unknown type of response');
  const [body, algorithm, signature, more] = membersOf(readValue(contentOf(octets, derTag.octetString)));
  if (body === undefined || algorithm === undefined || signature === undefined)
    throw new MalformedDer('response is cut off');
  const certificates = more === undefined ? [] : membersOf(membersOf(more, contextTag(0))[0]);
  return { body, algorithm, signature, certificates: certificates.map((one) => one.bytes) };
}

/** RFC 6960 4.2.2.2: the issuer itself has signed the certificate of its responder, for this purpose. */
function delegates(
  certificates: readonly Buffer[],
  issuerDer: Buffer,
  now: Temporal.Instant,
): readonly X509Certificate[] {
  const issuer = new X509Certificate(issuerDer);
  return certificates
    .map((der) => new X509Certificate(der))
    .filter(
      (one) =>
        one.keyUsage?.includes(ocspSigning) === true &&
        one.validFromDate.getTime() <= now.epochMilliseconds &&
        now.epochMilliseconds <= one.validToDate.getTime() &&
        isIssuedBy(one, issuer),
    );
}

/** Who responds and when the response was produced is not needed: key and update times decide. */
function responseData(body: DerValue): {
  readonly responses: readonly DerValue[];
  readonly extensions: ReadonlyMap<string, Buffer>;
} {
  const members = membersOf(body);
  const list = members.find(({ tag }) => tag === derTag.sequence);
  // Behind the list; a responder that is named by its name has the same tag before it.
  const last = members.at(-1);
  const extensions =
    last?.tag === contextTag(1) && list !== undefined && members.indexOf(list) < members.length - 1
      ? readExtensionList(membersOf(last, contextTag(1))[0])
      : undefined;
  if (extensions !== undefined && extensions.critical.size > 0)
    throw new MalformedDer('critical extension in a response');
  return { responses: membersOf(list), extensions: extensions?.values ?? new Map() };
}

/** The algorithm of the identifier may be written with and without NULL, so its parts are compared. */
function isSameId(id: DerValue, wanted: Buffer): boolean {
  const [algorithm, ...parts] = membersOf(id);
  const [wantedAlgorithm, ...wantedParts] = membersOf(readValue(wanted));
  const idOf = (one: DerValue | undefined): string => readDottedId(membersOf(one)[0]);
  return (
    idOf(algorithm) === idOf(wantedAlgorithm) &&
    parts.length === wantedParts.length &&
    parts.every((part, index) => wantedParts[index]?.bytes.equals(part.bytes) === true)
  );
}

function toAnswer([, status, thisUpdate, ...rest]: readonly DerValue[]): StatusAnswer {
  const next = rest.find(({ tag }) => tag === contextTag(0));
  const isRevoked = status?.tag === certStatus.revoked;
  if (!isRevoked && status?.tag !== certStatus.good) throw new MalformedDer('responder does not know it');
  return {
    status: isRevoked ? 'revoked' : 'good',
    source: 'ocsp',
    thisUpdate: readTime(thisUpdate),
    nextUpdate: next === undefined ? undefined : readTime(membersOf(next, contextTag(0))[0]),
    revokedAt: isRevoked ? readTime(membersOf(status, certStatus.revoked)[0]) : undefined,
  };
}
