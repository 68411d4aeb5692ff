import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { keyIdOf, type SigningChoices, signMessage } from '#platform/testing/message-signer.ts';
import {
  forbiddenTarget,
  type HeaderLines,
  openSignatureHarness,
  type SentMessage,
  type SignatureHarness,
  type SignatureResponse,
} from './signature-harness.suite.ts';

const requestId = '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001';
const body = '{"access":{"accounts":[{"iban":"DE40100100103307118608"}]}}';
const sentHeaders = {
  'X-Request-ID': requestId,
  'PSU-ID': 'anna.müller',
  'TPP-Redirect-URI': 'https://tpp.test/back?x=1',
};
/** Node writes header text as Latin-1, so UTF-8 bytes are written one character each. */
const wire = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

let authority: TestAuthority;
let harness: SignatureHarness;
let qwac: TestCertificate;
let rsa: TestCertificate;
let ec: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  [qwac, rsa, ec] = await Promise.all([
    authority.issue({ commonName: 'tpp.test' }),
    authority.issue({ commonName: 'seal.test', use: 'signatures', key: 'rsa', serial: '0A0b0C' }),
    authority.issue({ commonName: 'seal.test', use: 'signatures', keyUsage: 'nonRepudiation' }),
  ]);
  harness = await openSignatureHarness({ authority, startAt: startAt() });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});
const startAt = (): string => qwac.validFrom.add({ minutes: 2 }).toString();
const sentAt = (): string => new Date(startAt()).toUTCString();

interface Attempt extends SigningChoices {
  readonly seal?: TestCertificate;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The lines of a signed message. */
function signed({
  headers = sentHeaders,
  seal = rsa,
  body: content = body,
  ...choices
}: Attempt = {}): HeaderLines {
  const added = signMessage({ headers, body: content }, seal, choices);
  return Object.entries({ ...headers, ...added }).map(([name, value]) => [name, wire(value)] as const);
}

/** Replaces the values of one header, or removes it. */
function changed(
  lines: HeaderLines,
  name: string,
  change: (value: string) => string | undefined,
): HeaderLines {
  return lines.flatMap(([one, value]): HeaderLines => {
    if (one !== name) return [[one, value]];
    const other = change(value);
    return other === undefined ? [] : [[one, other]];
  });
}

const post = (headers: HeaderLines, more: Partial<SentMessage> = {}): Promise<SignatureResponse> =>
  harness.send({ headers, body, as: qwac, ...more });

describe('a signed message', () => {
  test.each([
    ['rsa-sha256', 'rsa', {}],
    ['rsa-sha512', 'rsa', { hash: 'sha512', digest: 'SHA-512' }],
    ['ecdsa-sha256', 'ec', {}],
    ['ecdsa-sha512', 'ec', { hash: 'sha512' }],
  ] as const)('is accepted with %s', async (_algorithm, kind, choices) => {
    expect(await post(signed({ seal: kind === 'rsa' ? rsa : ec, ...choices }))).toMatchObject({
      status: 200,
    });
  });

  test('is accepted with a key on P-384', async () => {
    const seal = await authority.issue({ commonName: 'seal.test', use: 'signatures', key: 'ec-p384' });
    expect(await post(signed({ seal, hash: 'sha512' }))).toMatchObject({ status: 200 });
  });

  test('without a body signs the digest of no bytes', async () => {
    const lines = signed({ headers: { 'X-Request-ID': requestId }, body: '' });
    expect(lines).toContainEqual(['Digest', 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=']);
    expect(await harness.send({ method: 'GET', headers: lines, as: qwac })).toMatchObject({ status: 200 });
  });

  test('may sign more: date, another header and the request target', async () => {
    const extra = { ...sentHeaders, Date: sentAt(), Accept: 'application/json' };
    const headers = { ...extra, '(request-target)': 'post /v1/xs2a/thing?a=1' };
    const names = [
      '(request-target)',
      'Date',
      'Digest',
      'X-Request-ID',
      'PSU-ID',
      'TPP-Redirect-URI',
      'Accept',
    ];
    const lines = signed({ headers, names }).filter(([name]) => !name.startsWith('('));
    expect(await post(lines, { target: '/v1/xs2a/thing?a=1' })).toMatchObject({ status: 200 });
    expect(await post(lines, { target: '/v1/xs2a/thing?a=2' })).toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  test('need not sign date, which the standard dropped', async () => {
    const headers = { ...sentHeaders, Date: sentAt() };
    expect(await post(signed({ headers }))).toMatchObject({ status: 200 });
  });

  test.each([
    [
      'serial number in lower case with leading zeros',
      (id: string) => id.replace('SN=0A0B0C', 'SN=00000a0b0c'),
    ],
    [
      'a name in the order of the certificate',
      () => 'SN=A0B0C,CA=C=NL,O=Test%20Trust%20Services%2C%20N.V.,CN=Test%20QTSP%20CA',
    ],
    [
      'blanks as they are and a plain comma',
      () => 'SN=A0B0C,CA=CN=Test QTSP CA, O=Test Trust Services, N.V., C=NL',
    ],
    [
      'types by number and other case',
      () => 'SN=A0B0C,CA=2.5.4.3=TEST%20qtsp%20ca,o=test trust services\\\\, n.v.,OID.2.5.4.6=nl',
    ],
    [
      'values as bytes',
      () => 'SN=A0B0C,CA=CN=#0c0c546573742051545350204341,O=Test%20Trust%20Services\\\\2C%20N.V.,C=#13024e4c',
    ],
  ])('may name its certificate by %s', async (_name, change) => {
    const keyId = keyIdOf(rsa);
    const lines = changed(signed(), 'Signature', (value) => value.replace(keyId, change(keyId)));
    expect(await post(lines)).toMatchObject({ status: 200 });
  });

  test('may have blanks between parameters, another order of them, and capitals in headers', async () => {
    const lines = changed(signed(), 'Signature', (value) => {
      const parts = value.match(/\w+="[^"]*"/g) ?? [];
      return parts.toReversed().join(' , ').replace('digest x-request-id', 'Digest X-Request-ID');
    });
    expect(await post(lines)).toMatchObject({ status: 200 });
  });

  test.each([
    ['blanks for line breaks', (pem: string) => pem.replaceAll('\n', ' ').trim()],
    ['only its inner lines', (pem: string) => pem.split('\n').slice(1, -2).join(' ')],
  ])('may have the certificate as PEM text with %s', async (_name, change) => {
    const lines = changed(signed(), 'TPP-Signature-Certificate', () => change(rsa.certificatePem));
    expect(await post(lines)).toMatchObject({ status: 200 });
  });

  test('is verified by the bytes of the body: the check vectors of the standard', async () => {
    const text =
      '{"instructedAmount":{"currency":"EUR","amount":"123.50"},"debtorAccount":{"iban":"DE40100100103307118608"},' +
      '"creditorName":"Merchant123","creditorAccount":{"iban":"DE02100100109307118603"},' +
      '"remittanceInformationUnstructured":"Ref Number Merchant"}';
    for (const [content, digest] of [
      [text, 'MBFI05bKI7Txt41Y2NKNLhqfV4oGpBjZUMQGS+ti/DA='],
      ['{}', 'RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='],
    ] as const) {
      const lines = signed({ body: content });
      expect(lines).toContainEqual(['Digest', `SHA-256=${digest}`]);
      expect(await post(lines, { body: content })).toMatchObject({ status: 200 });
    }
  });
});

describe('a message without all three headers', () => {
  test('is accepted if it has none and the bank does not require them', async () => {
    expect(await post([['X-Request-ID', requestId]])).toMatchObject({ status: 200 });
  });

  test.each([
    ['Signature', 'SIGNATURE_MISSING', 'Signature', 'Digest was sent without Signature.'],
    ['Digest', 'SIGNATURE_INVALID', 'Digest', 'Signature was sent without Digest.'],
    [
      'TPP-Signature-Certificate',
      'CERTIFICATE_MISSING',
      'TPP-Signature-Certificate',
      'Signature was sent without TPP-Signature-Certificate.',
    ],
  ])('lacks %s: %s', async (name, code, path, text) => {
    const response = await post(changed(signed(), name, () => undefined));
    expect(response).toMatchObject({ status: 401, code, path });
    expect(response.text).toContain(text);
  });

  test('has only the certificate: SIGNATURE_MISSING', async () => {
    const lines = signed().filter(([name]) => name !== 'Signature' && name !== 'Digest');
    const response = await post(lines);
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_MISSING' });
    expect(response.text).toContain('TPP-Signature-Certificate was sent without Signature');
  });

  test('is refused by a bank that requires signatures, also if it has no body', async () => {
    const policy = { signature: 'required' } as const;
    await using strict = await openSignatureHarness({ authority, startAt: startAt(), policy });
    const lines: HeaderLines = [['X-Request-ID', requestId]];
    expect(await strict.send({ method: 'GET', headers: lines, as: qwac })).toEqual({
      status: 401,
      code: 'SIGNATURE_MISSING',
      path: 'Signature',
      text: 'This bank requires signed requests. Send Digest, Signature and TPP-Signature-Certificate.',
    });
    expect(await strict.send({ headers: signed(), body, as: qwac })).toMatchObject({ status: 200 });
  });
});

describe('a refusal says what is wrong', () => {
  test('with the body', async () => {
    const other = `${body} `;
    const response = await post(signed(), { body: other });
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID', path: 'Digest' });
    const expected = createHash('sha256').update(other).digest('base64');
    expect(response.text).toContain(`Digest does not match the body of ${other.length} bytes`);
    expect(response.text).toContain(`SHA-256=${expected}`);
  });

  test('with the signing string, by its length and hash', async () => {
    const lines = changed(signed(), 'PSU-ID', () => 'berta');
    const digest = new Map(lines).get('Digest') ?? '';
    const string = `digest: ${digest}\nx-request-id: ${requestId}\npsu-id: berta\ntpp-redirect-uri: https://tpp.test/back?x=1`;
    const response = await post(lines);
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID', path: 'Signature' });
    expect(response.text).toContain(
      `${string.length} bytes, SHA-256 ${createHash('sha256').update(string).digest('hex')}`,
    );
    expect(response.text).toContain('of the headers: digest x-request-id psu-id tpp-redirect-uri');
    expect(response.text).not.toContain('berta');
  });

  test('with headers that are not signed', async () => {
    const response = await post(signed({ names: ['Digest', 'X-Request-ID', 'TPP-Redirect-URI'] }));
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID', path: 'Signature' });
    expect(response.text).toContain('does not cover psu-id');
    expect(response.text).toContain('"digest x-request-id psu-id tpp-redirect-uri"');
  });

  test.each([
    ['Digest', ['X-Request-ID', 'PSU-ID', 'TPP-Redirect-URI'], 'digest'],
    ['X-Request-ID', ['Digest', 'PSU-ID', 'TPP-Redirect-URI'], 'x-request-id'],
    ['TPP-Redirect-URI', ['Digest', 'X-Request-ID', 'PSU-ID'], 'tpp-redirect-uri'],
  ])('without %s among the signed ones', async (_name, names, missing) => {
    expect((await post(signed({ names }))).text).toContain(`does not cover ${missing}.`);
  });

  test('with PSU-Corporate-ID that is not signed', async () => {
    const lines: HeaderLines = [...signed(), ['PSU-Corporate-ID', 'corp']];
    expect((await post(lines)).text).toContain('does not cover psu-corporate-id');
  });

  test('with a signed header that was not sent or sent twice', async () => {
    const without = changed(signed(), 'PSU-ID', () => undefined);
    expect((await post(without)).text).toContain('headers names psu-id, but the request has no such header');
    const twice: HeaderLines = [...signed(), ['PSU-ID', wire('anna.müller')]];
    expect((await post(twice)).text).toContain('psu-id is signed, but was sent 2 times');
  });

  test.each(['Digest', 'Signature', 'TPP-Signature-Certificate'])('with %s sent twice', async (name) => {
    const lines = signed();
    const again: HeaderLines = [...lines, ...lines.filter(([one]) => one === name)];
    expect(await post(again)).toMatchObject({
      status: 401,
      code: 'SIGNATURE_INVALID',
      path: name,
      text: `${name} was sent 2 times. Send it once.`,
    });
  });

  test.each([
    ['serial number', 'SN=A0B0C', 'SN=A0B0D', 'keyId names another serial number'],
    ['issuer', 'CN=Test', 'CN=Best', 'keyId names another issuer'],
    ['form', 'SN=', 'S=', 'keyId must be SN=<hexadecimal>,CA=<issuer>'],
  ])('with the %s of keyId', async (_name, from, to, text) => {
    const normal = (value: string): string => value.replace('SN=0A0B0C', 'SN=A0B0C');
    const response = await post(changed(signed(), 'Signature', (value) => normal(value).replace(from, to)));
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID', path: 'Signature' });
    expect(response.text).toContain(text);
    expect(response.text).toContain('SN=a0b0c,CA=CN=Test%20QTSP%20CA');
  });

  test('with another keyId than the one that was accepted before', async () => {
    const lines = signed({ seal: ec });
    expect(await post(lines)).toMatchObject({ status: 200 });
    const other = changed(lines, 'Signature', (value) => value.replace('CN=Test', 'CN=Best'));
    expect((await post(other)).text).toContain('keyId names another issuer');
    expect(await post(lines)).toMatchObject({ status: 200 });
  });

  test.each([
    ['RSA-PSS', () => rsa],
    ['ECDSA as two numbers', () => ec],
  ])('with %s', async (_name, seal) => {
    const response = await post(signed({ seal: seal(), scheme: 'other' }));
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
    expect(response.text).toContain('does not verify');
  });

  test.each([
    ['ecdsa-sha256', 'algorithm is ecdsa-sha256, but the key of TPP-Signature-Certificate is rsa 2048'],
    ['rsa-sha512', 'does not verify with rsa-sha512'],
    ['hs2019', 'algorithm must be one of rsa-sha256, rsa-sha512, ecdsa-sha256, ecdsa-sha512'],
    ['hmac-sha256', 'algorithm must be one of'],
    ['none', 'algorithm must be one of'],
    ['rsa-sha1', 'algorithm must be one of'],
  ])('with algorithm %s', async (algorithm, text) => {
    const lines = changed(signed(), 'Signature', (value) => value.replace('rsa-sha256', algorithm));
    const response = await post(lines);
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
    expect(response.text).toContain(text);
  });
});

describe('the certificate of a signature', () => {
  const seal = { commonName: 'seal.test', use: 'signatures' } as const;
  const hour = { hours: 1 } as const;

  test.each([
    [
      'of another organisation',
      () => authority.issue({ ...seal, organizationIdentifier: 'PSDDE-BAFIN-2' }),
      'INVALID',
      'is of PSDDE-BAFIN-2, the client certificate of PSDNL-DNB-12345',
    ],
    [
      'for clients',
      () => authority.issue({ commonName: 'tpp.test' }),
      'INVALID',
      'lacks eseal (0.4.0.1862.1.6.2)',
    ],
    [
      'of a person',
      () => authority.issue({ ...seal, qcTypes: ['esign'] }),
      'INVALID',
      'has esign (0.4.0.1862.1.6.1)',
    ],
    [
      'without statements',
      () => authority.issue({ ...seal, noQc: true }),
      'INVALID',
      'qcStatements (1.3.6.1.5.5.7.1.3)',
    ],
    [
      'that may not sign',
      () => authority.issue({ ...seal, keyUsage: 'keyEncipherment' }),
      'INVALID',
      'key usage',
    ],
    [
      'of an unknown authority',
      () => authority.issueEvil(seal),
      'INVALID',
      'no trusted issuer in force has signed this certificate',
    ],
    [
      'by itself',
      () => authority.issueSelfSigned(seal),
      'INVALID',
      'no trusted issuer in force has signed this certificate',
    ],
    [
      'that expired',
      () =>
        authority.issue({
          ...seal,
          validFrom: qwac.validFrom.subtract({ hours: 2 }),
          validTo: qwac.validFrom.subtract(hour),
        }),
      'EXPIRED',
      'the certificate expired at',
    ],
    [
      'of tomorrow',
      () => authority.issue({ ...seal, validFrom: qwac.validFrom.add({ hours: 24 }) }),
      'INVALID',
      'the certificate is valid from',
    ],
  ])('%s is refused', async (_name, issue, code, text) => {
    const response = await post(signed({ seal: await issue() }));
    expect(response).toMatchObject({
      status: 401,
      code: `CERTIFICATE_${code}`,
      path: 'TPP-Signature-Certificate',
    });
    expect(response.text).toContain(text);
  });

  test.each([
    ['rsa-1024', 'is rsa 1024. Accepted are RSA keys of 2048 to 8192 bits'],
    ['ec-k256', 'is ec secp256k1. Accepted are'],
  ] as const)('with a key %s is refused', async (key, text) => {
    const response = await post(signed({ seal: await authority.issue({ ...seal, key }) }));
    expect(response).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
    expect(response.text).toContain(text);
  });

  test('with a key for RSA-PSS only is refused', async () => {
    const pss = await authority.issue({ ...seal, key: 'rsa-pss' });
    const lines = changed(signed({ seal: pss }), 'Signature', (value) => value.replace('ecdsa-', 'rsa-'));
    expect((await post(lines)).text).toContain('but the key of TPP-Signature-Certificate is rsa-pss 2048');
  });

  test('is checked on every request: revoked and blocked ones are refused at once', async () => {
    const one = await authority.issue({ ...seal, serial: '77' });
    expect(await post(signed({ seal: one }))).toMatchObject({ status: 200 });
    harness.blocked.add('77');
    expect(await post(signed({ seal: one }))).toMatchObject({ status: 401, code: 'CERTIFICATE_BLOCKED' });
    harness.revoked.add('77');
    expect(await post(signed({ seal: one }))).toMatchObject({ status: 401, code: 'CERTIFICATE_REVOKED' });
  });

  test.each([
    ['empty', () => ''],
    ['not base64', () => '***'],
    ['two certificates', () => Buffer.concat([rsa.der, ec.der]).toString('base64')],
    ['cut', () => rsa.der.subarray(0, 300).toString('base64')],
    ['another spelling of base64', () => rsa.der.toString('base64url')],
    ['too long', () => 'A'.repeat(12_001)],
  ])('that is %s is CERTIFICATE_INVALID', async (_name, make) => {
    const lines = changed(signed(), 'TPP-Signature-Certificate', make);
    expect(await post(lines)).toMatchObject({ status: 401, code: 'CERTIFICATE_INVALID' });
  });
});

describe('a signature is checked', () => {
  const wrong = (): HeaderLines => changed(signed(), 'PSU-ID', () => 'berta');

  test('after the caller and its role', async () => {
    const stranger = await authority.issueEvil({ commonName: 'tpp.test' });
    expect(await post(wrong(), { as: stranger })).toMatchObject({
      code: 'CERTIFICATE_INVALID',
      path: undefined,
    });
    const forbidden = await harness.send({
      method: 'GET',
      target: forbiddenTarget,
      headers: wrong(),
      as: qwac,
    });
    expect(forbidden).toMatchObject({ status: 401, code: 'ROLE_INVALID' });
  });

  test('after X-Request-ID, before the body is parsed and before the operation', async () => {
    const before = harness.served();
    const text = '{"a":1,"a":2}';
    const lines = changed(signed({ body: text }), 'PSU-ID', () => 'berta');
    expect(await post(lines, { body: text })).toMatchObject({ status: 401, code: 'SIGNATURE_INVALID' });
    expect(await post(signed({ body: text }), { body: text })).toMatchObject({
      status: 400,
      code: 'FORMAT_ERROR',
    });
    const without = changed(wrong(), 'X-Request-ID', () => undefined);
    expect(await post(without)).toMatchObject({ status: 400, path: 'X-Request-ID' });
    expect(harness.served()).toBe(before);
  });

  test('and its refusal is logged with a cause, without any value', async () => {
    await post(wrong());
    const line = harness.server.lines.at(-1) ?? {};
    expect(line).toMatchObject({
      status: 401,
      cause: 'signature-invalid',
      reason: 'signature does not verify',
    });
    expect(JSON.stringify(line)).not.toContain('berta');
  });

  test('with the serial number that the certificate really has', () => {
    expect(new X509Certificate(rsa.der).serialNumber).toBe('0A0B0C');
  });
});
