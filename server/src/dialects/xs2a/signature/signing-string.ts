import type { Message } from '#platform/http/dialect.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { signatureInvalid } from './signature-problems.ts';

const alwaysSigned = ['digest', 'x-request-id'] as const;
/** `date` may be signed, but need not: the standard dropped it in 1.3.8. */
const signedIfSent = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'] as const;
const requestTarget = '(request-target)';
const outerBlanks = /^[ \t]+|[ \t]+$/g;

/** Requires that everything is signed that the standard demands for this message. */
export function requireSignedHeaders(names: readonly string[], { headers }: Message): void {
  const required = [...alwaysSigned, ...signedIfSent.filter((name) => headers.has(name))];
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  throw notSigned(
    'required header not signed',
    `The signature does not cover ${missing.join(', ')}. For this request headers must name at least: ` +
      `"${required.join(' ')}". It names: "${names.join(' ')}".`,
  );
}

/** Builds the signing string (draft, section 2.3) as bytes: one line per name, in the order of the names. */
export function signingString(names: readonly string[], message: Message): Buffer {
  const lines = names.map((name) => `${name}: ${valueOf(name, message)}`);
  // One character of a header is one byte of the wire, whatever encoding the sender had in mind.
  return Buffer.from(lines.join('\n'), 'latin1');
}

function valueOf(name: string, { headers, method, target }: Message): string {
  if (name === requestTarget) return `${method.toLowerCase()} ${target}`;
  const values = headers.get(name) ?? [];
  const [value] = values;
  if (value === undefined)
    throw notSigned('signed header not sent', `headers names ${name}, but the request has no such header.`);
  // The draft joins repeated headers. Which of them the operation reads would be uncertain, so there is only one.
  if (values.length > 1)
    throw notSigned(
      'signed header sent twice',
      `${name} is signed, but was sent ${values.length} times. Send it once.`,
    );
  return value.replaceAll(outerBlanks, '');
}

function notSigned(reason: string, message: string): Problem {
  return signatureInvalid({ header: 'Signature', reason, message });
}
