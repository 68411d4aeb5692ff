import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CertificateRequest,
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { toDated } from './certificate-chain.ts';
import type { CertificateStatus } from './certificate-statuses.ts';
import { createClientCertificates } from './client-certificates.ts';
import { psd2Roles } from './psd2-certificate.ts';
import { type CertificateUse, checkThirdParty } from './third-party-certificate.ts';
import { type BlockSubject, strictThirdPartyPolicy, type ThirdPartyPolicy } from './third-party-checks.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createTestAuthority();
});
afterAll(() => authority[Symbol.dispose]());

interface Setting {
  readonly use?: CertificateUse;
  readonly policy?: Partial<ThirdPartyPolicy>;
  readonly status?: CertificateStatus;
  readonly listed?: 'revoked' | 'blocked';
  readonly blocks?: (subject: BlockSubject) => boolean;
  readonly after?: { readonly hours: number };
  readonly accepted?: readonly string[];
}

const issue = (request: Partial<CertificateRequest> = {}): Promise<TestCertificate> =>
  authority.issue({ commonName: 'tpp-one.test', dnsNames: ['tpp-one.test'], ...request });

/** What the checks say about a certificate, as a caller of the interface would learn it. */
async function checked(certificate: TestCertificate, setting: Setting = {}): Promise<unknown> {
  const now = certificate.validFrom.add({ hours: 1, ...setting.after });
  const certificates = createClientCertificates({
    clock: fakeClock(now.toString()),
    acceptedAuthorities: setting.accepted ?? [authority.caPem],
    revocations: {
      isRevoked: (_issuer, serialNumber) =>
        setting.listed === 'revoked' &&
        serialNumber === toDated(new X509Certificate(certificate.der)).serialNumber,
    },
  });
  const result = await checkThirdParty(certificates.ofBytes(certificate.der), {
    use: setting.use ?? 'connections',
    bankId: '01',
    now,
    checks: {
      policyOf: () => ({ ...strictThirdPartyPolicy, ...setting.policy }),
      statuses: { statusOf: () => setting.status ?? { kind: 'good' } },
      blocks: { isBlocked: setting.blocks ?? (() => setting.listed === 'blocked') },
    },
  });
  if (result.kind === 'accepted') return result;
  expect(result.message.length).toBeLessThanOrEqual(500);
  return `${result.literal}: ${result.message}`;
}

const revoked: CertificateStatus = { kind: 'revoked' };
const unknown: CertificateStatus = { kind: 'unknown', failure: 'unreachable' };

describe('a certificate that passes every check', () => {
  test('gives the identity of its holder', async () => {
    const issued = await issue({ roles: ['PSP_AI', 'VOP_RS'], organizationName: 'Zahlungen GmbH' });
    expect(await checked(issued)).toMatchObject({
      kind: 'accepted',
      psd2: {
        organizationIdentifier: 'PSDNL-DNB-12345',
        organizationName: 'Zahlungen GmbH',
        ncaId: 'NL-DNB',
        ncaName: 'De Nederlandsche Bank',
        roles: ['PSP_AI', 'VOP_RS'],
        qcCompliance: true,
        qcTypes: ['web'],
        domains: ['tpp-one.test'],
      },
      warnings: [],
    });
  });

  test('is one for signatures where a signature is checked', async () => {
    const seal = await issue({ use: 'signatures' });
    expect(await checked(seal, { use: 'signatures' })).toMatchObject({ kind: 'accepted' });
    expect(await checked(seal)).toContain('lacks web (0.4.0.1862.1.6.3)');
    expect(await checked(await issue(), { use: 'signatures' })).toContain('lacks eseal (0.4.0.1862.1.6.2)');
  });

  test('comes with a warning in its last 30 days', async () => {
    const issued = await issue({ days: 60 });
    expect(await checked(issued, { after: { hours: 30 * 24 - 1 } })).toMatchObject({ warnings: [] });
    expect(await checked(issued, { after: { hours: 30 * 24 } })).toMatchObject({
      warnings: [`The certificate expires at ${issued.validTo.toString()}. Renew it before then.`],
    });
  });

  test('counts with every role where a gateway has checked the roles', async () => {
    const issued = await issue({ roles: ['PSP_IC'] });
    expect(await checked(issued, { policy: { checkTppRolesFromCertificateSupported: false } })).toMatchObject(
      {
        psd2: { roles: psd2Roles },
      },
    );
  });
});

describe('each check refuses with its name, its object identifier and a remedy', () => {
  test.each<[string, Partial<CertificateRequest>, Setting, RegExp]>([
    [
      'validity, over',
      {},
      { after: { hours: 24 * 366 } },
      /^certificate-expired: Check "validity".*expired at/,
    ],
    ['validity, not yet', {}, { after: { hours: -2 } }, /^certificate-invalid: Check "validity".*valid from/],
    ['chain', {}, { accepted: [] }, /^certificate-invalid: Check "chain".*trusted list/],
    ['no statements', { noQc: true }, {}, /^certificate-invalid: .*\(1\.3\.6\.1\.5\.5\.7\.1\.3\).*QWAC/],
    ['QcCompliance', { noQcCompliance: true }, {}, /^certificate-invalid: .*\(0\.4\.0\.1862\.1\.1\)/],
    ['QcType', { qcTypes: ['eseal'] }, {}, /^certificate-invalid: .*\(0\.4\.0\.1862\.1\.6\.3\)/],
    ['person', { qcTypes: ['web', 'esign'] }, {}, /^certificate-invalid: .*\(0\.4\.0\.1862\.1\.6\.1\)/],
    ['no QcType', { qcTypes: [] }, {}, /^certificate-invalid: .*\(0\.4\.0\.1862\.1\.6\.3\)/],
    ['PSD2 statement', { noPsd2: true }, {}, /^certificate-invalid: Check "PSD2.*0\.4\.0\.19495\.2/],
    [
      'role name and number',
      { roles: [{ oid: '0.4.0.19495.1.3', name: 'PSP_PI' }] },
      {},
      /^certificate-invalid: Check "PSD2.*contradicts/,
    ],
    ['purposes', { purposes: ['serverAuth'] }, {}, /^certificate-invalid: .*1\.3\.6\.1\.5\.5\.7\.3\.2/],
    ['revocation', {}, { status: revoked }, /^certificate-revoked: .*1\.3\.6\.1\.5\.5\.7\.48\.1.*another/],
    ['own list', {}, { listed: 'revoked' }, /^certificate-revoked: /],
    ['unknown status', {}, { status: unknown }, /^certificate-revoked: .*is unknown.*Repeat/],
    ['blocked certificate', {}, { listed: 'blocked' }, /^certificate-blocked: .*2\.5\.4\.97.*support/],
  ])('%s', async (_, request, setting, text) => {
    expect(await checked(await issue(request), setting)).toMatch(text);
  });

  test('by issuer and serial number, or by organisation, in one bank', async () => {
    const issued = await issue({ serial: '0abc' });
    const subject = {
      bankId: '01',
      issuer: 'CN=Test QTSP CA,O=Test Trust Services\\, N.V.,C=NL',
      serialNumber: 'abc',
      organizationIdentifier: 'PSDNL-DNB-12345',
    };
    const blocks = (asked: BlockSubject): boolean => {
      expect(asked).toEqual(subject);
      return true;
    };
    expect(await checked(issued, { blocks })).toMatch(/^certificate-blocked/);
  });
});

describe('the first check that fails decides', () => {
  /** Fails every check that can fail together; each case mends those before the one it names. */
  const bad = { noQc: true, purposes: ['serverAuth'] } as const;
  const worst = { status: revoked, listed: 'blocked' } as const;

  test.each<[string, Partial<CertificateRequest>, Setting]>([
    ['"validity"', bad, { ...worst, accepted: [], after: { hours: 24 * 366 } }],
    ['"chain"', bad, { ...worst, accepted: [] }],
    ['"qualified statements"', bad, worst],
    ['"PSD2 statement"', { ...bad, noQc: false, noPsd2: true }, worst],
    ['"client authentication"', { ...bad, noQc: false }, worst],
    ['"revocation"', {}, worst],
    ['"block list"', {}, { listed: 'blocked' }],
  ])('%s', async (name, request, setting) => {
    expect(await checked(await issue(request), setting)).toContain(`Check ${name}`);
  });
});

describe('the policy of the bank', () => {
  test('may turn missing client authentication into a warning, which hides no later check', async () => {
    const policy = { clientAuthEku: 'warn' } as const;
    const issued = await issue({ purposes: ['serverAuth'] });
    expect(await checked(issued, { policy })).toMatchObject({
      kind: 'accepted',
      warnings: [expect.stringContaining('1.3.6.1.5.5.7.3.2')],
    });
    expect(await checked(issued, { policy, listed: 'revoked' })).toMatch(/^certificate-revoked/);
    expect(await checked(issued, { policy, listed: 'blocked' })).toMatch(/^certificate-blocked/);
  });

  test('may admit a certificate of unknown status, with a warning, but no revoked one', async () => {
    const policy = { revocationUnknown: 'admit' } as const;
    const issued = await issue();
    expect(await checked(issued, { policy, status: unknown })).toMatchObject({
      kind: 'accepted',
      warnings: [expect.stringContaining('is unknown')],
    });
    expect(await checked(issued, { policy, status: revoked })).toMatch(/^certificate-revoked/);
  });
});
