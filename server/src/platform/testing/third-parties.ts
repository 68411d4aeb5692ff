import { Temporal } from 'temporal-polyfill';
import { psd2Roles } from '#platform/auth/psd2-certificate.ts';
import type { Holder } from './certificate-config.ts';
import { type CertificateRequest, createTestAuthority, type TestCertificate } from './certificates.ts';

/**
 * The third parties of the tests. `_A` and `_B` have every role, `_AI`, `_PI` and `_IC` one role each. The
 * certificates of the others are not accepted: expired, revoked, not yet valid, of an unknown issuer with the names of
 * the known one, without qualified statements.
 */
export const thirdPartyNames = [
  '_A',
  '_B',
  '_AI',
  '_PI',
  '_IC',
  '_EXP',
  '_REV',
  '_FUT',
  '_EVIL',
  '_NOQC',
] as const;
export type ThirdPartyName = (typeof thirdPartyNames)[number];

/** Issues the certificates of the third parties when they are first asked for. */
export interface ThirdParties {
  readonly caPem: string;
  /** The directory of the authority, for responders that need its key. */
  readonly directory: string;
  /** The certificate for connections. */
  qwac(name: ThirdPartyName): Promise<TestCertificate>;
  /** The certificate for signatures. `_A` has an RSA key; the others have elliptic ones, which are made faster. */
  seal(name: ThirdPartyName): Promise<TestCertificate>;
  /** Issues another certificate of the same authority. */
  issue(request: CertificateRequest): Promise<TestCertificate>;
  /** Whether a serial number belongs to `_REV`. */
  isRevoked(serialNumber: string): boolean;
}

/** Where the status of the certificates can be requested; the default addresses do not respond. */
export interface StatusAddresses {
  readonly ocspUrl?: string;
  readonly crlUrl?: string;
}

type Particulars = Omit<Partial<CertificateRequest>, 'use'>;

const validFrom = Temporal.Instant.from('2025-01-01T00:00:00Z');
const validTo = Temporal.Instant.from('2035-01-01T00:00:00Z');
const authorityFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
const authorityTo = Temporal.Instant.from('2049-01-01T00:00:00Z');
/** `_REV` has known serial numbers, so that a list in a test can name them. */
const revokedSerials = { connections: '4e5601', signatures: '4e5602' };

const particulars: Readonly<Record<ThirdPartyName, Particulars>> = {
  _A: {},
  _B: {},
  _AI: { roles: ['PSP_AI'] },
  _PI: { roles: ['PSP_PI'] },
  _IC: { roles: ['PSP_IC'] },
  _EXP: { validFrom: Temporal.Instant.from('2023-01-01T00:00:00Z'), validTo: validFrom },
  _REV: {},
  _FUT: { validFrom: validTo.subtract({ hours: 24 }), validTo: authorityTo },
  // It claims to be `_A`.
  _EVIL: { organizationIdentifier: 'PSDNL-DNB-A', organizationName: 'Test TPP A B.V.' },
  _NOQC: { noQc: true },
};

/** Third parties whose authority is deleted when they are disposed. */
export type OwnThirdParties = ThirdParties & Disposable;

let shared: Promise<ThirdParties> | undefined;

/**
 * Returns the third parties of this process: their authority is created once and deleted when the process ends. Test
 * files share the process, so no file can dispose them.
 */
export function testThirdParties(): Promise<ThirdParties> {
  shared ??= createThirdParties().then(({ [Symbol.dispose]: dispose, ...made }) => {
    process.once('exit', () => dispose());
    return made;
  });
  return shared;
}

/** Creates third parties with an authority of their own. */
export async function createThirdParties(addresses: StatusAddresses = {}): Promise<OwnThirdParties> {
  const authority = await createTestAuthority({ validFrom: authorityFrom, validTo: authorityTo });
  const issue = (name: ThirdPartyName, use: Use): Promise<TestCertificate> => {
    const request = requestOf(name, use, addresses);
    return name === '_EVIL' ? authority.issueEvil(request) : authority.issue(request);
  };
  const made = new Map<string, Promise<TestCertificate>>();
  const once = (name: ThirdPartyName, use: Use): Promise<TestCertificate> => {
    const key = `${name} ${use}`;
    const found = made.get(key) ?? issue(name, use);
    made.set(key, found);
    return found;
  };
  return {
    caPem: authority.caPem,
    directory: authority.directory,
    qwac: (name) => once(name, 'connections'),
    seal: (name) => once(name, 'signatures'),
    // Valid since long before: the clock of a test may be behind that of the system.
    issue: (request) => authority.issue({ validFrom, validTo, ...request }),
    isRevoked: (serialNumber) => Object.values(revokedSerials).includes(serialNumber),
    [Symbol.dispose]: () => authority[Symbol.dispose](),
  };
}

type Use = NonNullable<Holder['use']>;

function requestOf(name: ThirdPartyName, use: Use, addresses: StatusAddresses): CertificateRequest {
  const letters = name.slice(1);
  return {
    commonName: `${letters.toLowerCase()}.tpp.test`,
    organizationIdentifier: `PSDNL-DNB-${letters}`,
    organizationName: `Test TPP ${letters} B.V.`,
    dnsNames: [`${letters.toLowerCase()}.tpp.test`, `api.${letters.toLowerCase()}.tpp.test`],
    roles: psd2Roles,
    validFrom,
    validTo,
    ocspUrl: addresses.ocspUrl ?? 'http://ocsp.qtsp.test/',
    crlUrl: addresses.crlUrl ?? 'http://crl.qtsp.test/qtsp.crl',
    ...(use === 'signatures' && name === '_A' ? { key: 'rsa' } : {}),
    ...(name === '_REV' ? { serial: revokedSerials[use] } : {}),
    ...particulars[name],
    use,
  };
}
