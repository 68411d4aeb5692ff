import type { Problem } from '#platform/kernel/problem.ts';
import { decodeBase64 } from './canonical-base64.ts';
import { signatureInvalid } from './signature-problems.ts';

/** The parameters of the Signature header (draft-cavage-http-signatures-10, section 2.1). */
export interface MessageSignature {
  readonly keyId: string;
  readonly algorithm: string;
  /** Names in lower case, in the order in which they were signed. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

const parameterNames = ['keyId', 'algorithm', 'headers', 'signature'] as const;
type ParameterName = (typeof parameterNames)[number];

/** Room for a signature by an RSA key of 8,192 bits and a long issuer name. */
const headerCharactersMax = 4_096;
const signedHeadersMax = 32;
const nameCharactersMax = 64;
const parameter = /[ \t]*([^\s"=,]+)="((?:[^"\\]|\\.)*)"[ \t]*(,|$)/y;
const quotedPair = /\\(.)/g;
/** A token of RFC 9110, or the one pseudo-header of the draft. */
const headerName = /^(?:[!#$%&'*+\-.^_`|~0-9a-z]+|\(request-target\))$/;
const form = 'keyId="SN=…,CA=…",algorithm="…",headers="…",signature="…"';

/** Reads a Signature header. Each parameter must occur exactly once, in quotes; their order is free. */
export function readSignatureHeader(value: string): MessageSignature {
  const parameters = readParameters(value);
  const signature = decodeBase64(parameters.signature);
  if (signature === undefined) throw malformed('parameter signature must be base64 with padding');
  return {
    keyId: parameters.keyId,
    algorithm: parameters.algorithm,
    headers: readHeaderNames(parameters.headers),
    signature,
  };
}

function readParameters(value: string): Readonly<Record<ParameterName, string>> {
  if (value.length > headerCharactersMax)
    throw malformed(`it has more than ${headerCharactersMax} characters`);
  const found = new Map<string, string>();
  let isLast = false;
  for (let at = 0; !isLast; ) {
    parameter.lastIndex = at;
    const [text = '', name = '', quoted = '', end = ''] = parameter.exec(value) ?? [];
    if (text === '') throw malformed(`parameter ${found.size + 1} is not of the form name="value"`);
    if (found.has(name)) throw malformed(`parameter ${shown(name)} occurs twice`);
    found.set(name, quoted.replaceAll(quotedPair, '$1'));
    at += text.length;
    isLast = end === '';
  }
  return complete(found);
}

/** A parameter that we ignored could have changed the meaning of the signature, so there is none. */
function complete(found: ReadonlyMap<string, string>): Readonly<Record<ParameterName, string>> {
  const unknown = [...found.keys()].find((name) => !parameterNames.some((known) => known === name));
  if (unknown !== undefined) throw malformed(`parameter ${shown(unknown)} is not known`);
  const required = (name: ParameterName): string => {
    const value = found.get(name);
    if (value === undefined) throw malformed(`parameter ${name} is missing`);
    return value;
  };
  return {
    keyId: required('keyId'),
    algorithm: required('algorithm'),
    headers: required('headers'),
    signature: required('signature'),
  };
}

/** The draft demands lower case; the standard's own example does not follow it. */
function readHeaderNames(list: string): readonly string[] {
  const names = list.toLowerCase().split(' ');
  const isBad = (name: string): boolean => name.length > nameCharactersMax || !headerName.test(name);
  if (names.length > signedHeadersMax || names.some(isBad))
    throw malformed(
      `parameter headers must be at most ${signedHeadersMax} header names with one blank between them`,
    );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw malformed(`parameter headers names ${twice} twice`);
  return names;
}

/** Only what can be a parameter name is repeated to the caller. */
function shown(name: string): string {
  return /^[A-Za-z]{1,20}$/.test(name) ? name : 'with another name';
}

function malformed(what: string): Problem {
  return signatureInvalid({
    header: 'Signature',
    reason: 'signature header malformed',
    message: `The Signature header cannot be read: ${what}. Expected: ${form}.`,
  });
}
