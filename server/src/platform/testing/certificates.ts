import { execFile } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import {
  type AuthorityRights,
  authorityProfile,
  type CertificateProfile,
  type Digest,
  type Holder,
  holderProfile,
  opensslConfig,
} from './certificate-config.ts';

/** The validity and serial number of a test certificate; by default from a minute ago for a year. */
export interface CertificateTerms {
  readonly days?: number;
  readonly validFrom?: Temporal.Instant;
  readonly validTo?: Temporal.Instant;
  /** Hexadecimal. */
  readonly serial?: string;
  readonly key?: keyof typeof keyOptions;
  readonly digest?: Digest;
}

export type CertificateRequest = Holder & CertificateTerms;
export type AuthorityRequest = Omit<AuthorityRights, 'keyIdentifier'> & CertificateTerms;

/** A certificate with its private key, ready for a TLS client or listener. */
export interface TestCertificate {
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly der: Buffer;
  /** Lower-case hexadecimal, no colons. */
  readonly fingerprint256: string;
  readonly validFrom: Temporal.Instant;
  readonly validTo: Temporal.Instant;
}

/** Issues certificates signed by a real authority, with the openssl program. */
export interface TestIssuer {
  readonly caPem: string;
  issue(request: CertificateRequest): Promise<TestCertificate>;
  /** Issues an authority below this one; clients must send its certificate along. */
  issueAuthority(request: AuthorityRequest): Promise<TestIssuer>;
}

/** A root of accepted certificates, with two ways to forge it. */
export interface TestAuthority extends TestIssuer, Disposable {
  /** Contains keys and certificates until the authority is disposed. */
  readonly directory: string;
  /** Issues under the same name and key identifier with another key. */
  issueEvil(request: CertificateRequest): Promise<TestCertificate>;
  issueSelfSigned(request: CertificateRequest): Promise<TestCertificate>;
}

interface Order extends CertificateTerms {
  readonly profile: CertificateProfile;
  /** The directory of the signing certificate; without one it is self-signed. */
  readonly signer?: string;
}

interface Made {
  readonly directory: string;
  readonly certificate: TestCertificate;
}

type Maker = (order: Order) => Promise<Made>;

/** Only against a hang: on a busy machine a new RSA key takes half a minute. */
const opensslTimeoutMs = 60_000;
const serialNumberBytes = 16;
const keyIdentifierBytes = 20;
const keyOptions = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  rsa: ['-newkey', 'rsa:2048'],
  'ec-p384': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'ec-k256': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
  'rsa-1024': ['-newkey', 'rsa:1024'],
  'rsa-pss': ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'],
} as const;
const run = promisify(execFile);

/** Creates a root authority in its own directory, which is deleted when the authority is disposed. */
export async function createTestAuthority(terms: CertificateTerms = {}): Promise<TestAuthority> {
  const directory = await mkdtemp(join(tmpdir(), 'portico-certificates-'));
  using cleaning = new DisposableStack();
  cleaning.defer(() => rmSync(directory, { recursive: true, force: true }));
  const make = makerIn(directory);
  const profile = authorityProfile({ commonName: 'Test QTSP CA', keyIdentifier: newKeyIdentifier() });
  const order: Order = { days: 3650, ...terms, profile };
  const root = await make(order);
  let evil: Promise<Made> | undefined;
  const disposable = cleaning.move();
  return {
    ...issuerOf(make, root),
    directory,
    async issueEvil(request) {
      evil ??= make(order);
      const { directory: signer } = await evil;
      return (await make({ ...request, profile: holderProfile(request), signer })).certificate;
    },
    async issueSelfSigned(request) {
      return (await make({ ...request, profile: holderProfile(request) })).certificate;
    },
    [Symbol.dispose]() {
      disposable.dispose();
    },
  };
}

function issuerOf(make: Maker, authority: Made): TestIssuer {
  const signer = authority.directory;
  return {
    caPem: authority.certificate.certificatePem,
    async issue(request) {
      return (await make({ ...request, profile: holderProfile(request), signer })).certificate;
    },
    async issueAuthority(request) {
      const profile = authorityProfile({ ...request, keyIdentifier: newKeyIdentifier() });
      return issuerOf(make, await make({ ...request, profile, signer }));
    },
  };
}

/** Each certificate gets its own directory with its own register, so many can be created concurrently. */
function makerIn(root: string): Maker {
  let made = 0;
  return async (order) => {
    made += 1;
    const directory = join(root, String(made));
    const { validFrom, validTo } = periodOf(order);
    await mkdir(directory);
    await Promise.all([
      writeFile(join(directory, 'openssl.cnf'), opensslConfig(order.profile, order.digest ?? 'sha256')),
      writeFile(join(directory, 'index.txt'), ''),
      writeFile(join(directory, 'index.txt.attr'), 'unique_subject=no\n'),
      writeFile(join(directory, 'serial'), `${evenHex(order.serial ?? newSerialNumber())}\n`),
    ]);
    const inDirectory = { cwd: directory, timeout: opensslTimeoutMs };
    const newKey = [...keyOptions[order.key ?? 'ec'], '-nodes', '-keyout', 'key.pem'];
    await run(
      'openssl',
      ['req', '-new', '-utf8', '-config', 'openssl.cnf', ...newKey, '-out', 'request.pem'],
      inDirectory,
    );
    const signing =
      order.signer === undefined
        ? ['-selfsign', '-keyfile', 'key.pem']
        : ['-cert', join(order.signer, 'certificate.pem'), '-keyfile', join(order.signer, 'key.pem')];
    const period = ['-startdate', asn1Time(validFrom), '-enddate', asn1Time(validTo)];
    const files = ['-in', 'request.pem', '-out', 'certificate.pem'];
    await run(
      'openssl',
      ['ca', '-batch', '-notext', '-preserveDN', '-config', 'openssl.cnf', ...signing, ...period, ...files],
      inDirectory,
    );
    return { directory, certificate: await readMade(directory) };
  };
}

async function readMade(directory: string): Promise<TestCertificate> {
  const [keyPem, certificatePem] = await Promise.all([
    readFile(join(directory, 'key.pem'), 'utf8'),
    readFile(join(directory, 'certificate.pem'), 'utf8'),
  ]);
  const x509 = new X509Certificate(certificatePem);
  return {
    keyPem,
    certificatePem,
    der: x509.raw,
    fingerprint256: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
    validFrom: Temporal.Instant.fromEpochMilliseconds(x509.validFromDate.getTime()),
    validTo: Temporal.Instant.fromEpochMilliseconds(x509.validToDate.getTime()),
  };
}

function periodOf(terms: CertificateTerms): { validFrom: Temporal.Instant; validTo: Temporal.Instant } {
  const validFrom = terms.validFrom ?? Temporal.Now.instant().subtract({ minutes: 1 });
  return { validFrom, validTo: terms.validTo ?? validFrom.add({ hours: 24 * (terms.days ?? 365) }) };
}

/** GeneralizedTime in the form of openssl: 20260131235959Z. */
function asn1Time(instant: Temporal.Instant): string {
  return `${instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:TZ]/g, '')}Z`;
}

/** Positive by construction: a leading 1 keeps the sign bit clear. */
function newSerialNumber(): string {
  return `1${randomBytes(serialNumberBytes).toString('hex').slice(1)}`;
}

function newKeyIdentifier(): string {
  return randomBytes(keyIdentifierBytes).toString('hex');
}

function evenHex(hex: string): string {
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
