import {
  type CertificateFields,
  MalformedDer,
  readCertificate,
  readDer,
  readDirectoryText,
  readObjectId,
  readSequence,
  readUtf8,
} from './certificate-der.ts';

/** The roles a payment service provider may be authorised for; ETSI TS 119 495 numbers them in this order. */
export const psd2Roles = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;
export type Psd2Role = (typeof psd2Roles)[number];

/** The organisation of a qualified certificate, and the roles its supervisor granted. */
export interface Psd2Identity {
  /** Authorisation number of the organisation; the same in all its certificates. */
  readonly organizationIdentifier: string;
  /** The national authority that granted the roles, such as `NL-DNB`. */
  readonly ncaId: string;
  readonly roles: readonly Psd2Role[];
}

const organizationIdentifierId = '2.5.4.97';
const qcStatementsId = '1.3.6.1.5.5.7.1.3';
const psd2StatementId = '0.4.0.19495.2';
const roleIds: ReadonlyMap<string, string> = new Map(
  psd2Roles.map((name, index) => [`0.4.0.19495.1.${index + 1}`, name]),
);

const organizationIdentifierPattern = /^PSD[A-Z]{2}-[A-Z]{2,8}-.+$/;
const ncaIdPattern = /^[A-Z]{2}-[A-Z]{2,8}$/;
/** The number becomes a key and a log field: it must be printable and short. */
const organizationIdentifierCharactersMax = 128;
const invisible = /\p{C}/u;

/**
 * Reads the PSD2 statement of a certificate (ETSI TS 119 495). Returns undefined if anything is missing, duplicated,
 * contradictory or malformed; never throws. Does not verify the certificate: the chain is checked elsewhere.
 */
export function readPsd2(der: Uint8Array): Psd2Identity | undefined {
  try {
    return psd2Of(readCertificate(der));
  } catch {
    // The bytes are untrusted input and the parser throws on many of them: each is the same refusal.
    return undefined;
  }
}

function psd2Of(fields: CertificateFields): Psd2Identity {
  const [roles, ncaName, ncaId, ...rest] = readSequence(psd2StatementOf(fields));
  if (rest.length > 0) throw new MalformedDer('PSD2 statement has additional parts');
  readUtf8(ncaName);
  const granted = readSequence(roles).map(roleOf);
  return {
    organizationIdentifier: organizationIdentifierOf(fields),
    ncaId: matching(ncaIdPattern, readUtf8(ncaId)),
    roles: psd2Roles.filter((role) => granted.includes(role)),
  };
}

function organizationIdentifierOf({ subject }: CertificateFields): string {
  const identifiers = subject.filter(({ id }) => id === organizationIdentifierId);
  const text = matching(organizationIdentifierPattern, readDirectoryText(onlyOne(identifiers).value));
  if (text.length > organizationIdentifierCharactersMax || invisible.test(text)) {
    throw new MalformedDer('invalid organizationIdentifier');
  }
  return text;
}

function psd2StatementOf({ extensions }: CertificateFields): ReturnType<typeof readDer> {
  const extension = extensions.get(qcStatementsId);
  if (extension === undefined) throw new MalformedDer('no qcStatements');
  const statements = readSequence(readDer(extension.value)).map(readSequence);
  const [, statement, ...rest] = onlyOne(statements.filter(([id]) => readObjectId(id) === psd2StatementId));
  if (statement === undefined || rest.length > 0) throw new MalformedDer('PSD2 statement is not a pair');
  return statement;
}

/**
 * Returns the role that an entry grants. An unknown role grants nothing (TS 119 495 gains new ones); a role whose
 * number and name disagree invalidates the certificate.
 */
function roleOf(entry: ReturnType<typeof readDer>): string | undefined {
  const [id, name, ...rest] = readSequence(entry);
  if (rest.length > 0) throw new MalformedDer('role is not a pair');
  const byId = roleIds.get(readObjectId(id));
  const byName = psd2Roles.find((role) => role === readUtf8(name));
  if (byId !== byName) throw new MalformedDer('role number and name disagree');
  return byId;
}

function onlyOne<T>(found: readonly T[]): T {
  const [only] = found;
  if (only === undefined || found.length !== 1) throw new MalformedDer('exactly one expected');
  return only;
}

function matching(pattern: RegExp, text: string): string {
  if (!pattern.test(text)) throw new MalformedDer('invalid text form');
  return text;
}
