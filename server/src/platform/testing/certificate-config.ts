import { type Psd2Role, psd2RoleId, type QcType, qcTypeId } from '#platform/auth/psd2-certificate.ts';

/** A role by its name, or any pair of number and name, to create contradictory and unknown ones. */
export type TestRole = Psd2Role | { readonly oid: string; readonly name: string };

/** The content of a test certificate. */
export interface Holder {
  readonly commonName: string;
  readonly organizationIdentifier?: string;
  readonly organizationName?: string;
  readonly roles?: readonly TestRole[];
  /** A certificate for connections (QWAC, the default) or for signatures (QSEAL). */
  readonly use?: 'connections' | 'signatures';
  /** Replaces the types that belong to the use; an empty list omits the statement. */
  readonly qcTypes?: readonly QcType[];
  /** In openssl's words; the one that belongs to the use by default. */
  readonly keyUsage?: string;
  /** Omits the statement that the certificate is qualified. */
  readonly noQcCompliance?: boolean;
  /** Omits the PSD2 statement. */
  readonly noPsd2?: boolean;
  /** Omits the qualified statements. */
  readonly noQc?: boolean;
  /** Replaces the purposes that belong to the use, in openssl's names; an empty list omits the extension. */
  readonly purposes?: readonly string[];
  /** Where its status can be requested (RFC 6960). */
  readonly ocspUrl?: string;
  /** Where the list of revoked certificates is. */
  readonly crlUrl?: string;
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

/** What the two kinds of qualified certificates differ in; the policies are QCP-w-psd2 and QCP-l. */
const uses = {
  connections: {
    keyUsage: 'digitalSignature',
    policy: '0.4.0.19495.3.1',
    purposes: ['clientAuth', 'serverAuth'],
    qcType: 'web',
  },
  signatures: {
    keyUsage: 'digitalSignature,nonRepudiation',
    policy: '0.4.0.194112.1.1',
    purposes: [],
    qcType: 'eseal',
  },
} as const;
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

function listenerProfile({ commonName, dnsNames = [] }: Holder): CertificateProfile {
  const names = new Set(['localhost', ...dnsNames].map((name) => `DNS:${plain(name)}`));
  return {
    subject: [`CN=${plain(commonName)}`],
    extensions: [
      'basicConstraints=critical,CA:FALSE',
      'keyUsage=critical,digitalSignature,keyEncipherment',
      'extendedKeyUsage=serverAuth',
      `subjectAltName=${[...names, 'IP:127.0.0.1'].join(',')}`,
      'authorityKeyIdentifier=keyid',
    ],
    sections: [],
  };
}

function qualifiedProfile(holder: Holder): CertificateProfile {
  const { organizationIdentifier = 'PSDNL-DNB-12345', organizationName = 'Test TPP One B.V.' } = holder;
  const { keyUsage, policy, purposes, qcType } = uses[holder.use ?? 'connections'];
  const isQualified = holder.noQc !== true;
  return {
    subject: [
      'C=NL',
      `O=${plain(organizationName)}`,
      `organizationIdentifier=${plain(organizationIdentifier)}`,
      `CN=${plain(holder.commonName)}`,
    ],
    extensions: [
      'basicConstraints=critical,CA:FALSE',
      `keyUsage=critical,${plain(holder.keyUsage ?? keyUsage)}`,
      ...listed('extendedKeyUsage', holder.purposes ?? purposes),
      'authorityKeyIdentifier=keyid',
      `certificatePolicies=${policy}`,
      ...(isQualified ? ['1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:statements'] : []),
      ...listed(
        'subjectAltName',
        (holder.dnsNames ?? []).map((name) => `DNS:${plain(name)}`),
      ),
      ...listed('authorityInfoAccess', uri('OCSP;URI:', holder.ocspUrl)),
      ...listed('crlDistributionPoints', uri('URI:', holder.crlUrl)),
    ],
    sections: isQualified ? statementSections(holder, holder.qcTypes ?? [qcType]) : [],
  };
}

/** QcCompliance, QcType and the PSD2 statement of ETSI TS 119 495, in openssl's notation for nested sequences. */
function statementSections(holder: Holder, qcTypes: readonly QcType[]): readonly string[] {
  const roles = holder.roles ?? ['PSP_AI'];
  const statements = [
    ...(holder.noQcCompliance === true ? [] : ['a=SEQUENCE:compliance']),
    ...(qcTypes.length === 0 ? [] : ['b=SEQUENCE:type']),
    ...(holder.noPsd2 === true ? [] : ['c=SEQUENCE:psd2']),
  ];
  return [
    ...section('statements', statements),
    ...section('compliance', ['a=OID:0.4.0.1862.1.1']),
    ...section('type', ['a=OID:0.4.0.1862.1.6', 'b=SEQUENCE:types']),
    ...section(
      'types',
      qcTypes.map((type) => `${type}=OID:${qcTypeId(type)}`),
    ),
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
  const { oid, name } = typeof role === 'string' ? { oid: psd2RoleId(role), name: role } : role;
  return [`a=OID:${plain(oid)}`, `b=UTF8:${plain(name)}`];
}

function section(name: string, lines: readonly string[]): readonly string[] {
  return [`[${name}]`, ...lines];
}

/** An extension with these values; none if there are none. */
function listed(name: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`${name}=${values.join(',')}`];
}

function uri(prefix: string, url: string | undefined): readonly string[] {
  return url === undefined ? [] : [`${prefix}${plain(url)}`];
}

function plain(text: string): string {
  if (special.test(text)) throw new Error(`openssl would read this text otherwise: ${text}`);
  return text;
}
