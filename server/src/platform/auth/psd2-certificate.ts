import {
  type CertificateFields,
  MalformedDer,
  readCertificate,
  readContextText,
  readDer,
  readDirectoryText,
  readObjectId,
  readSequence,
  readUtf8,
} from './certificate-der.ts';

/** Roles of ETSI TS 119 495 V1.8.1 by the last number of their identifier. Number 0, unspecified, grants nothing. */
const roleNumbers = {
  PSP_AS: 1,
  PSP_PI: 2,
  PSP_AI: 3,
  PSP_IC: 4,
  PSP_CB: 5,
  PSP_PA: 6,
  VOP_RS: 51,
  VOP_VS: 52,
} as const;

/** A role that a supervisor may grant. */
export type Psd2Role = keyof typeof roleNumbers;
export const psd2Roles: readonly Psd2Role[] = [
  'PSP_AS',
  'PSP_PI',
  'PSP_AI',
  'PSP_IC',
  'PSP_CB',
  'PSP_PA',
  'VOP_RS',
  'VOP_VS',
];

/** Returns the object identifier of a role. */
export function psd2RoleId(role: Psd2Role): string {
  return `0.4.0.19495.1.${roleNumbers[role]}`;
}

/** QcType of ETSI EN 319 412-5: what a qualified certificate is for, by the last number of its identifier. */
const qcTypeNumbers = { esign: 1, eseal: 2, web: 3 } as const;
export type QcType = keyof typeof qcTypeNumbers;

/** Returns the object identifier of a type. */
export function qcTypeId(type: QcType): string {
  return `${qcTypeStatementId}.${qcTypeNumbers[type]}`;
}

/** What the qualified statements say about the certificate itself. */
export interface QcStatements {
  /** Whether the certificate says that it is qualified. */
  readonly qcCompliance: boolean;
  readonly qcTypes: readonly QcType[];
}

/** The organisation of a qualified certificate, and the roles its supervisor granted. */
export interface Psd2Identity extends QcStatements {
  /** Authorisation number of the organisation; the same in all its certificates. */
  readonly organizationIdentifier: string;
  /** Undefined if the subject has none, or none that can be shown. */
  readonly organizationName: string | undefined;
  /** The national authority that granted the roles, such as `NL-DNB`. */
  readonly ncaId: string;
  readonly ncaName: string;
  readonly roles: readonly Psd2Role[];
  /** The DNS names of the certificate, in lower case. */
  readonly domains: readonly string[];
}

/** Object identifiers that refusals name, so that a developer can look them up. */
export const qcStatementsId = '1.3.6.1.5.5.7.1.3';
export const qcComplianceStatementId = '0.4.0.1862.1.1';
export const qcTypeStatementId = '0.4.0.1862.1.6';
export const psd2StatementId = '0.4.0.19495.2';
const organizationIdentifierId = '2.5.4.97';
const organizationNameId = '2.5.4.10';
const subjectAltNameId = '2.5.29.17';
const dnsNameTag = 2;
const roleNames: ReadonlyMap<string, Psd2Role> = new Map(psd2Roles.map((role) => [psd2RoleId(role), role]));
const qcTypes = ['esign', 'eseal', 'web'] as const;

const organizationIdentifierPattern = /^PSD[A-Z]{2}-[A-Z]{2,8}-.+$/;
const ncaIdPattern = /^[A-Z]{2}-[A-Z]{2,8}$/;
/** The number becomes a key and a log field: it must be printable and short. */
const organizationIdentifierCharactersMax = 128;
const organizationNameCharactersMax = 256;
const domainsMax = 100;
const domainPattern = /^[a-z0-9*][a-z0-9.-]{0,252}$/;
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

/**
 * Reads what the qualified statements say about the certificate itself, with or without a PSD2 statement. Returns
 * undefined if there are none or they are malformed; never throws.
 */
export function readQcStatements(der: Uint8Array): QcStatements | undefined {
  try {
    return qcStatementsOf(statementsOf(readCertificate(der)));
  } catch {
    // As above.
    return undefined;
  }
}

function psd2Of(fields: CertificateFields): Psd2Identity {
  const statements = statementsOf(fields);
  const [roles, ncaName, ncaId, ...rest] = readSequence(statementValue(statements, psd2StatementId));
  if (rest.length > 0) throw new MalformedDer('PSD2 statement has additional parts');
  const granted = readSequence(roles).map(roleOf);
  return {
    ...qcStatementsOf(statements),
    organizationIdentifier: organizationIdentifierOf(fields),
    organizationName: organizationNameOf(fields),
    ncaId: matching(ncaIdPattern, readUtf8(ncaId)),
    ncaName: readUtf8(ncaName),
    roles: psd2Roles.filter((role) => granted.includes(role)),
    domains: domainsOf(fields),
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

/** The name is shown to customers; the certificate is not refused for it, because the identifier decides. */
function organizationNameOf({ subject }: CertificateFields): string | undefined {
  const [first] = subject.filter(({ id }) => id === organizationNameId);
  if (first === undefined) return undefined;
  try {
    const text = readDirectoryText(first.value);
    return text.length > organizationNameCharactersMax || invisible.test(text) ? undefined : text;
  } catch {
    // An obsolete string type.
    return undefined;
  }
}

/** Names of other kinds and names that are no host names are left out. */
function domainsOf({ extensions }: CertificateFields): readonly string[] {
  const extension = extensions.get(subjectAltNameId);
  if (extension === undefined) return [];
  return readSequence(readDer(extension.value))
    .slice(0, domainsMax)
    .flatMap((name) => readContextText(name, dnsNameTag) ?? [])
    .map((name) => name.toLowerCase())
    .filter((name) => domainPattern.test(name));
}

/** One statement: its identifier, and its value if it has one. */
type StatementParts = ReturnType<typeof readSequence>;

function statementsOf({ extensions }: CertificateFields): readonly StatementParts[] {
  const extension = extensions.get(qcStatementsId);
  if (extension === undefined) throw new MalformedDer('no qcStatements');
  return readSequence(readDer(extension.value)).map(readSequence);
}

function statementValue(statements: readonly StatementParts[], wanted: string): StatementParts[number] {
  const [, value, ...rest] = onlyOne(statements.filter(([id]) => readObjectId(id) === wanted));
  if (value === undefined || rest.length > 0) throw new MalformedDer('statement is not a pair');
  return value;
}

function qcStatementsOf(statements: readonly StatementParts[]): QcStatements {
  const ids = statements.map(([id]) => readObjectId(id));
  const has = (wanted: string): boolean => {
    const count = ids.filter((id) => id === wanted).length;
    if (count > 1) throw new MalformedDer('duplicate statement');
    return count === 1;
  };
  const types = has(qcTypeStatementId)
    ? readSequence(statementValue(statements, qcTypeStatementId)).map(readObjectId)
    : [];
  return {
    qcCompliance: has(qcComplianceStatementId),
    qcTypes: qcTypes.filter((type) => types.includes(qcTypeId(type))),
  };
}

/**
 * Returns the role that an entry grants. An unknown role grants nothing (TS 119 495 gains new ones); a role whose
 * number and name disagree invalidates the certificate.
 */
function roleOf(entry: StatementParts[number]): Psd2Role | undefined {
  const [id, name, ...rest] = readSequence(entry);
  if (rest.length > 0) throw new MalformedDer('role is not a pair');
  const byId = roleNames.get(readObjectId(id));
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
