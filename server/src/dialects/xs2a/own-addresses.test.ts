import { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { callers } from '#platform/auth/access.ts';
import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { testThirdParties } from '#platform/testing/third-parties.ts';
import { testBanks } from '#platform/testing/token-mint.ts';
import { foreignDomains } from './own-addresses.ts';
import { links } from './schema-parts.ts';
import { tppWarnings } from './warnings.ts';
import { xs2a } from './xs2a.ts';

const thing = testContract({
  interface: testInterface(xs2a),
  access: callers({ tpp: { roles: ['PSP_AI'] } }),
  at: '/thing',
  responses: {
    200: {
      description: 'Done.',
      body: Type.Object({
        state: Type.String(),
        parts: Type.Array(Type.Object({ _links: links })),
        _links: links,
        tppMessages: tppWarnings,
      }),
    },
  },
});

/** Its certificate is for `a.tpp.test` and `api.a.tpp.test`. */
const as = { kind: 'tpp', certificate: '_A' } as const;

async function call(
  profile: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): Promise<TestServerResponse> {
  await using server = await createTestServer({
    routes: [
      testEndpoint(thing, () => {
        if (headers['x-fail'] === 'true')
          throw standardProblems.invalid({ links: { startAuthorisation: '/v1/things/1/authorisations' } });
        return {
          status: 200,
          body: {
            state: 'done',
            parts: [{ _links: { self: { href: '/v1/parts/1' } } }],
            _links: { self: { href: '/v1/things/1' }, scaRedirect: { href: 'https://bank.test/sca/1' } },
          },
        };
      }),
    ],
    ports: () => ({}),
    dialectFor: () => xs2a,
    thirdParties: await testThirdParties(),
    services: {
      tppBanks: createTppBanks({
        banks: testBanks,
        xs2aBank: '01',
        xs2aProfiles: [{ bank: '01', ...profile }],
      }),
    },
  });
  return await server.call({ method: 'GET', path: thing.path, as, headers });
}

const warningAt = (path: string): unknown => ({
  category: 'WARNING',
  code: 'WARNING',
  path,
  text: expect.stringContaining('a.tpp.test'),
});

test.each(['https://a.tpp.test/back', 'https://deep.api.a.tpp.test/', 'https://A.TPP.test:8443/back?x=1'])(
  '%s is an address of its own',
  async (address) => {
    const { body } = await call({ tppUriComplianceResponse: 'REJECT' }, { 'tpp-redirect-uri': address });
    expect(body).not.toHaveProperty('tppMessages');
  },
);

test.each([
  'https://b.tpp.test/back',
  'https://tpp.test/back',
  'https://nota.tpp.test/back',
  'https://a.tpp.test.evil.test/back',
  'https://192.0.2.1/back',
])('%s is not: the third party is warned, and the request accepted', async (address) => {
  const { body, status } = await call({}, { 'tpp-redirect-uri': address });
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'done', tppMessages: [warningAt('TPP-Redirect-URI')] });
});

test('a bank may refuse foreign addresses; all of them are named', async () => {
  const foreign = { 'tpp-redirect-uri': 'https://b.test/ok', 'tpp-nok-redirect-uri': 'https://b.test/nok' };
  const { body, status } = await call({ tppUriComplianceResponse: 'REJECT' }, foreign);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    tppMessages: [
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'TPP-Redirect-URI' },
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'TPP-Nok-Redirect-URI' },
    ],
  });
});

function foreignTo(domain: string, host: string): number {
  const caller = {
    kind: 'tpp',
    authorisationNumber: 'PSDNL-DNB-A',
    organizationName: 'A',
    roles: ['PSP_IC'],
    domains: [domain],
    issuer: '',
    serialNumber: '',
    fingerprint256: '',
    validTo: Temporal.Instant.from('2030-01-01T00:00:00Z'),
    warnings: [],
    bankId: '01',
  } as const;
  return foreignDomains({ 'tpp-redirect-uri': `https://${host}/back` }, { caller }).length;
}

test.each([
  ['tpp.co.uk', 'evil.co.uk'],
  ['tpp.github.io', 'evil.github.io'],
  ['tpp.com.au', 'evil.com.au'],
  ['tpp.xn--55qx5d.cn', 'evil.xn--55qx5d.cn'],
  ['*.co.uk', 'evil.co.uk'],
  ['tpp.test', 'evil.test'],
  ['pay.tpp.co.uk', 'tpp.co.uk'],
  ['tpp.co.uk', 'www.tpp.co.uk'],
  ['tpp.co.uk', 'tpp.co.uk.evil.co.uk'],
  ['192.0.2.1', '198.51.100.1'],
])('by the rule of version 2 a certificate for %s has not %s', (certificate, host) => {
  expect(foreignTo(certificate, host)).toBe(1);
});

test.each([
  ['tpp.co.uk', 'tpp.co.uk'],
  ['pay.tpp.co.uk', 'www.tpp.co.uk'],
  ['*.tpp.co.uk', 'www.tpp.co.uk'],
  ['PAY.TPP.co.uk', 'www.tpp.co.uk'],
  ['pay.tpp.github.io', 'www.tpp.github.io'],
  ['pay.xn--bcher-kva.example', 'www.bücher.example'],
])('by the rule of version 2 a certificate for %s has %s', (certificate, host) => {
  expect(foreignTo(certificate, host)).toBe(0);
});

test('a bank may compare nothing', async () => {
  const profile = { checkUriComplianceToDomainSupported: false, tppUriComplianceResponse: 'REJECT' };
  const { body, status } = await call(profile, { 'tpp-redirect-uri': 'https://b.test/ok' });
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('tppMessages');
});

test('a date of another time is TIMESTAMP_INVALID', async () => {
  const { body, status } = await call({}, { date: 'Sun, 06 Aug 2017 15:02:37 GMT' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ tppMessages: [{ code: 'TIMESTAMP_INVALID', path: 'Date' }] });
});

test('links are relative, or absolute where the bank wants it; addresses elsewhere stay', async () => {
  const page = { href: 'https://bank.test/sca/1' };
  expect((await call({}, {})).body).toMatchObject({
    parts: [{ _links: { self: { href: '/v1/parts/1' } } }],
    _links: { self: { href: '/v1/things/1' }, scaRedirect: page },
  });
  const base = 'https://xs2a.bank.test/psd2';
  const absolute = { forceXs2aBaseLinksUrl: true, xs2aBaseLinksUrl: base };
  const failed = await call(absolute, { 'x-fail': 'true' });
  expect(failed.body).toMatchObject({
    _links: { startAuthorisation: { href: `${base}/v1/things/1/authorisations` } },
  });
  expect((await call(absolute, {})).body).toMatchObject({
    parts: [{ _links: { self: { href: `${base}/v1/parts/1` } } }],
    _links: { self: { href: `${base}/v1/things/1` }, scaRedirect: page },
  });
});
