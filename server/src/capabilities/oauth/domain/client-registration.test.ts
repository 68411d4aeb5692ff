import { describe, expect, test } from 'vitest';
import {
  applicationDraft,
  customerAppDraft,
  newJwk,
  newPrivateJwk,
  newPublicKey,
  registeredAt,
  registeredClient,
} from '../testing/client-samples.suite.ts';
import { rotateKeys } from './client.ts';
import { auditedChanges, auditedFields } from './client-audit.ts';
import { thumbprintOf } from './client-keys.ts';
import { type ClientDraft, register } from './client-registration.ts';

const errorsOf = (draft: ClientDraft): readonly string[] => {
  const registration = register(draft, { bankId: '01', now: registeredAt });
  return registration.kind === 'faulty'
    ? registration.fieldErrors.map(({ code, path }) => `${path.join('.')} ${code}`)
    : [];
};
const application = (changed: Partial<ClientDraft>): readonly string[] => errorsOf(applicationDraft(changed));
const customerApp = (changed: Partial<ClientDraft>): readonly string[] => errorsOf(customerAppDraft(changed));
const byUrl = (url: string): Partial<ClientDraft> => ({
  authentication: { method: 'private_key_jwt', keys: { by: 'url', url } },
});
const byCertificate = (kind: 'dn' | 'san-dns', value: string): Partial<ClientDraft> => ({
  authentication: { method: 'tls_client_auth', subject: { kind, value } },
  binding: 'certificate',
});

test('a valid draft becomes an active client with version 1', () => {
  const jwk = newPublicKey();
  const draft = customerAppDraft({
    postLogoutRedirectUris: ['https://app.bank.test/bye'],
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: { keys: [jwk] } } },
  });
  expect(register(draft, { bankId: '02', now: registeredAt })).toEqual({
    kind: 'registered',
    client: {
      bankId: '02',
      clientId: 'mobile-app',
      kind: 'customer-app',
      name: 'Bank app',
      state: 'active',
      scopes: ['openid', 'client'],
      redirectUris: ['https://app.bank.test/cb'],
      postLogoutRedirectUris: ['https://app.bank.test/bye'],
      authentication: {
        method: 'private_key_jwt',
        keys: { by: 'value', keys: [{ jwk, validUntil: undefined }] },
      },
      binding: 'proof',
      introspects: 'own-tokens',
      idempotency: 'seed-compatible',
      exchangesTokensOf: [],
      version: 1n,
      createdAt: registeredAt,
      modifiedAt: registeredAt,
    },
  });
});

describe('valid drafts', () => {
  test.each<[string, ClientDraft]>([
    ['an application bound to a certificate', applicationDraft({ binding: 'certificate' })],
    ['a resource server without scopes', applicationDraft({ scopes: [], introspects: 'all-tokens' })],
    ['a console', customerAppDraft({ kind: 'console', scopes: ['openid', 'offline_access'] })],
    ['a client whose keys are at a URL', applicationDraft(byUrl('https://keys.bank.test/jwks.json'))],
    [
      'a client with a subject',
      applicationDraft(byCertificate('dn', 'CN=app,OU=a=b,O=Bank \\"A\\"\\, x,C=NL')),
    ],
    ['a subject with a number', applicationDraft(byCertificate('dn', '2.5.4.97=PSDNL-DNB-1,CN=äpp\\ '))],
    ['a client with a name in its certificate', applicationDraft(byCertificate('san-dns', 'app.bank.test'))],
    ['a name of many alphabets', applicationDraft({ name: 'Банк · 銀行 & Söhne' })],
  ])('%s', (_what, draft) => {
    expect(errorsOf(draft)).toEqual([]);
  });
});

describe('errors', () => {
  test('are all returned at once, each with its path', () => {
    const draft: ClientDraft = {
      clientId: 'x',
      kind: 'console',
      name: '',
      scopes: ['openid', 'nonsense', 'party.read', 'openid'],
      redirectUris: ['http://bank.test/', 'https://bank.test/', 'https://bank.test/'],
      postLogoutRedirectUris: ['javascript:alert(1)'],
      authentication: {
        method: 'private_key_jwt',
        keys: { by: 'value', keySet: { keys: [newPrivateJwk()] } },
      },
      binding: 'proof',
      introspects: 'all-tokens',
      idempotency: 'seed-compatible',
      exchangesTokensOf: [],
    };
    expect(errorsOf(draft)).toEqual([
      'clientId pattern',
      'name format',
      'scopes.1 enum',
      'scopes.2 combination-not-allowed',
      'scopes.3 duplicate',
      'redirectUris.0 format',
      'redirectUris.2 duplicate',
      'postLogoutRedirectUris.0 format',
      'keys.0 combination-not-allowed',
      'introspects combination-not-allowed',
    ]);
  });

  test.each<[readonly string[], readonly string[]]>([
    [['mobile-app', 'web-app'], []],
    [['mobile-app', 'mobile-app'], ['exchangesTokensOf.1 duplicate']],
    [
      ['usr_1', 'PSDNL-DNB-1'],
      ['exchangesTokensOf.0 pattern', 'exchangesTokensOf.1 pattern'],
    ],
    [Array.from({ length: 21 }, (_, index) => `app-${index}`), ['exchangesTokensOf too-many']],
  ])('of the apps whose tokens an application exchanges: %j', (exchangesTokensOf, errors) => {
    expect(application({ exchangesTokensOf })).toEqual(errors);
  });

  test.each(['', ' a', 'a ', 'a\nb', 'a\u202eb', 'a\u200bb', 'a\u2028b', 'a'.repeat(101), '\0'])(
    'of a name: %j',
    (name) => {
      expect(application({ name })).toEqual(['name format']);
    },
  );

  test.each<[Partial<ClientDraft>, readonly string[]]>([
    [{ scopes: [] }, ['scopes too-few']],
    [{ scopes: ['offline_access'] }, ['scopes combination-required']],
    [{ scopes: ['client', 'offline_access'] }, ['scopes combination-required']],
    [{ exchangesTokensOf: ['mobile-app'] }, ['exchangesTokensOf combination-not-allowed']],
    [{ scopes: ['party.sync'] }, ['scopes.0 combination-not-allowed']],
    [{ scopes: ['__proto__'] }, ['scopes.0 enum']],
    [{ scopes: Array.from({ length: 51 }, () => 'client') }, ['scopes too-many']],
  ])('of the scopes of a customer app: %j', (changed, errors) => {
    expect(customerApp(changed)).toEqual(errors);
  });

  test('of an application with redirect URIs', () => {
    expect(application({ scopes: ['openid'] })).toEqual(['scopes.0 combination-not-allowed']);
    expect(
      application({ redirectUris: ['https://a.test/'], postLogoutRedirectUris: ['https://a.test/'] }),
    ).toEqual(['redirectUris combination-not-allowed', 'postLogoutRedirectUris combination-not-allowed']);
  });

  test('of the number of redirect URIs', () => {
    const many = Array.from({ length: 11 }, (_, at) => `https://bank.test/${at}`);
    expect(customerApp({ redirectUris: [] })).toEqual(['redirectUris too-few']);
    expect(customerApp({ redirectUris: many })).toEqual(['redirectUris too-many']);
    expect(customerApp({ redirectUris: many.slice(1), postLogoutRedirectUris: many })).toEqual([
      'postLogoutRedirectUris too-many',
    ]);
  });

  test('of a certificate client whose tokens are not bound to the certificate', () => {
    expect(application({ ...byCertificate('san-dns', 'app.bank.test'), binding: 'proof' })).toEqual([
      'binding combination-not-allowed',
    ]);
  });

  test.each([
    '',
    'http://keys.bank.test/',
    'https://keys.bank.test:8443/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://keys.local/',
    'https://metadata.google.internal/',
    'https://user@keys.bank.test/',
    'https://keys.bank.test/#x',
    'file:///etc/passwd',
  ])('of a key URL: %s', (url) => {
    expect(application(byUrl(url))).toEqual(['keysUrl format']);
  });

  test.each([
    '',
    'app',
    'CN=',
    'CN=a,',
    ',CN=a',
    'CN=a, O=b',
    'CN=a ',
    'CN= a',
    'CN=#a',
    'CN=a+O=b',
    'CN=a;O=b',
    'CN="a"',
    'CN=a\\',
    'CN=a\\x',
    'CN=a\0',
    'CN=a\nO=b',
    'cn=a',
    'XY=a',
    `CN=${'a'.repeat(512)}`,
  ])('of a subject: %j', (value) => {
    expect(application(byCertificate('dn', value))).toEqual(['tlsSubjectDn format']);
  });

  test.each([
    '',
    'app',
    '*.bank.test',
    'App.bank.test',
    '127.0.0.1',
    'app.bank.test.',
    'https://app.bank.test',
  ])('of a certificate host name: %j', (value) => {
    expect(application(byCertificate('san-dns', value))).toEqual(['tlsSanDns format']);
  });

  test('never contain the sent value', () => {
    const draft = customerAppDraft({
      clientId: '!private!',
      name: 'private\n',
      scopes: ['private-scope'],
      redirectUris: ['private://bank.test'],
      ...byUrl('private://keys'),
    });
    expect(JSON.stringify(register(draft, { bankId: '01', now: registeredAt }))).not.toContain('private');
  });
});

describe('the audit trail', () => {
  test('contains keys as thumbprints', () => {
    const client = registeredClient(customerAppDraft());
    const [key] =
      client.authentication.method === 'private_key_jwt' && client.authentication.keys.by === 'value'
        ? client.authentication.keys.keys
        : [];
    if (key === undefined) throw new Error('no key');
    expect(auditedFields(client)).toEqual({
      kind: 'customer-app',
      name: 'Bank app',
      state: 'active',
      scopes: 'openid client',
      redirectUris: 'https://app.bank.test/cb',
      postLogoutRedirectUris: '',
      authentication: 'private_key_jwt',
      keys: thumbprintOf(key.jwk),
      binding: 'proof',
      introspects: 'own-tokens',
      idempotency: 'seed-compatible',
      exchangesTokensOf: '',
    });
  });

  test.each<[string, Partial<ClientDraft>, Readonly<Record<string, string>>]>([
    ['the address of keys', byUrl('https://keys.bank.test/'), { keysUrl: 'https://keys.bank.test/' }],
    ['a subject', byCertificate('dn', 'CN=a'), { tlsSubjectDn: 'CN=a' }],
    ['a name', byCertificate('san-dns', 'a.test'), { tlsSanDns: 'a.test' }],
  ])('contains %s', (_what, changed, expected) => {
    expect(auditedFields(registeredClient(applicationDraft(changed)))).toMatchObject(expected);
  });

  test('contains the changed fields only', () => {
    const before = registeredClient();
    const rotated = rotateKeys(before, { keys: [newPublicKey(newJwk())], overlapHours: 2 }, registeredAt);
    if (rotated.kind !== 'rotated') throw new Error('not rotated');
    const old = auditedFields(before)['keys'] ?? '';
    expect(auditedChanges(before, rotated.client)).toEqual([
      {
        field: 'keys',
        before: old,
        after: expect.stringMatching(`^${old}@2026-11-15T12:00:00Z [\\w-]{43}$`),
      },
    ]);
    expect(auditedChanges(before, before)).toEqual([]);
  });
});
