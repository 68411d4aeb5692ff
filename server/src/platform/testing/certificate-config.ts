import type { Psd2Role } from '#platform/auth/psd2-certificate.ts';

/** A role by its name, or any pair of number and name, to create contradictory and unknown ones. */
export type TestRole = Psd2Role | { readonly oid: string; readonly name: string };

export type QcType = 'web' | 'eseal' | 'esign';

/** The content of a test certificate. */
export interface Holder {
  readonly commonName: string;
  readonly organizationIdentifier?: string;
  readonly roles?: readonly TestRole[];
  /** What the qualified certificate is for: `web` (QWAC) by default, `eseal` (QSEAL), or `esign`, a person's. */
  readonly qcType?: QcType;
  /** In openssl's words; `digitalSignature` by default. */
  readonly keyUsage?: string;
  /** Omits the qualified statements. */
  readonly noQc?: boolean;
  /** Host names of the certificate. */
  readonly dnsNames?: readonly string[];
  /** For a listener on this machine instead of a client. */
  readonly server?: boolean;
}

/** What a test authority may do. */
export interface AuthorityRights {
  readonly commonName: string;
  readonly keyIdentifier: string;
  readonly pathLength?: number;
  /** Signs certificates although its own certificate does not allow it. */
  readonly pretended?: boolean;
  /** Additional lines of openssl's extension section. */
  readonly extensions?: readonly string[];
}

/** The two halves of an openssl configuration: subject and extensions. */
export interface CertificateProfile {
  readonly subject: readonly string[];
  readonly extensions: readonly string[];
  readonly sections: readonly string[];
}

/** The digest of a signature; the second is for tests of its refusal. */
export type Digest = 'sha256' | 'sha1';

const roleNumbers: Readonly<Record<Psd2Role, number>> = { PSP_AS: 1, PSP_PI: 2, PSP_AI: 3, PSP_IC: 4 };
const qcTypeNumbers: Readonly<Record<QcType, number>> = { esign: 1, eseal: 2, web: 3 };
const special = /[\n\r$\\#"']/;

/** A holder's certificate: a qualified one (QWAC or QSEAL), or a plain one for a listener. */
export function holderProfile(holder: Holder): CertificateProfile {
  return holder.server === true ? listenerProfile(holder) : qualifiedProfile(holder);
}

/** An authority's certificate. */
export function authorityProfile(rights: AuthorityRights): CertificateProfile {
  const pathLength = rights.pathLength === undefined ? '' : `,pathlen:${rights.pathLength}`;
  const constraints = [
    `basicConstraints=critical,CA:TRUE${pathLength}`,
    'keyUsage=critical,keyCertSign,cRLSign',
  ];
  return {
    subject: ['C=NL', 'O=Test Trust Services, N.V.', `CN=${plain(rights.commonName)}`],
    extensions: [
      ...(rights.pretended === true ? ['basicConstraints=critical,CA:FALSE'] : constraints),
      `subjectKeyIdentifier=${rights.keyIdentifier}`,
      ...(rights.extensions ?? []),
    ],
    sections: [],
  };
}

/** The whole configuration file for `openssl req` and `openssl ca`, both run in the certificate's own directory. */
export function opensslConfig({ subject, extensions, sections }: CertificateProfile, digest: Digest): string {
  return [
    '[req]',
    'prompt=no',
    'distinguished_name=subject',
    '[subject]',
    ...subject,
    '[ca]',
    'default_ca=issuing',
    '[issuing]',
    'database=index.txt',
    'new_certs_dir=.',
    'serial=serial',
    `default_md=${digest}`,
    'policy=anything',
    'x509_extensions=extensions',
    '[anything]',
    'commonName=optional',
    '[extensions]',
    ...extensions,
    ...sections,
    '',
  ].join('\n');
}

function listenerProfile({ commonName }: Holder): CertificateProfile {
  return {
    subject: [`CN=${plain(commonName)}`],
    extensions: [
      'basicConstraints=critical,CA:FALSE',
      'keyUsage=critical,digitalSignature,keyEncipherment',
      'extendedKeyUsage=serverAuth',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      'authorityKeyIdentifier=keyid',
    ],
    sections: [],
  };
}

function qualifiedProfile(holder: Holder): CertificateProfile {
  const organizationIdentifier = holder.organizationIdentifier ?? 'PSDNL-DNB-12345';
  const isQualified = holder.noQc !== true;
  const qcType = holder.qcType ?? 'web';
  return {
    subject: [
      'C=NL',
      'O=Test TPP One B.V.',
      `organizationIdentifier=${plain(organizationIdentifier)}`,
      `CN=${plain(holder.commonName)}`,
    ],
    extensions: [
      'basicConstraints=critical,CA:FALSE',
      `keyUsage=critical,${plain(holder.keyUsage ?? 'digitalSignature')}`,
      ...(qcType === 'web' ? ['extendedKeyUsage=clientAuth,serverAuth'] : []),
      'authorityKeyIdentifier=keyid',
      'certificatePolicies=0.4.0.19495.3.1',
      ...(isQualified ? ['1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:statements'] : []),
      ...(holder.dnsNames === undefined ? [] : [`subjectAltName=${dnsList(holder.dnsNames)}`]),
    ],
    sections: isQualified ? statementSections(holder.roles ?? ['PSP_AI'], qcType) : [],
  };
}

/** QcCompliance, QcType and the PSD2 statement of ETSI TS 119 495, in openssl's notation for nested sequences. */
function statementSections(roles: readonly TestRole[], qcType: QcType): readonly string[] {
  return [
    ...section('statements', ['a=SEQUENCE:compliance', 'b=SEQUENCE:type', 'c=SEQUENCE:psd2']),
    ...section('compliance', ['a=OID:0.4.0.1862.1.1']),
    ...section('type', ['a=OID:0.4.0.1862.1.6', 'b=SEQUENCE:types']),
    ...section('types', [`a=OID:0.4.0.1862.1.6.${qcTypeNumbers[qcType]}`]),
    ...section('psd2', ['a=OID:0.4.0.19495.2', 'b=SEQUENCE:psp']),
    ...section('psp', ['a=SEQUENCE:roles', 'b=UTF8:De Nederlandsche Bank', 'c=UTF8:NL-DNB']),
    ...section(
      'roles',
      roles.map((_, index) => `r${index}=SEQUENCE:role${index}`),
    ),
    ...roles.flatMap((role, index) => section(`role${index}`, roleLines(role))),
  ];
}

function roleLines(role: TestRole): readonly string[] {
  const { oid, name } =
    typeof role === 'string' ? { oid: `0.4.0.19495.1.${roleNumbers[role]}`, name: role } : role;
  return [`a=OID:${plain(oid)}`, `b=UTF8:${plain(name)}`];
}

function section(name: string, lines: readonly string[]): readonly string[] {
  return [`[${name}]`, ...lines];
}

function dnsList(names: readonly string[]): string {
  return names.map((name) => `DNS:${plain(name)}`).join(',');
}

function plain(text: string): string {
  if (special.test(text)) throw new Error(`openssl would read this text otherwise: ${text}`);
  return text;
}
