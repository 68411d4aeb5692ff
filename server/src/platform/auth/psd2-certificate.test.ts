import { execFileSync } from 'node:child_process';
import {
  Set as Asn1Set,
  type AsnType,
  BmpString,
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  TIME,
  Utf8String,
} from 'asn1js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { certificateBytesMax } from './certificate-der.ts';
import { psd2RoleId, psd2Roles, readPsd2, readQcStatements } from './psd2-certificate.ts';

let authority: TestAuthority;
let certificate: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  certificate = await authority.issue({ commonName: 'tpp-one.test', roles: ['PSP_PI', 'PSP_AI'] });
});
afterAll(() => authority[Symbol.dispose]());

const objectId = (value: string): AsnType => new ObjectIdentifier({ value });
const utf8 = (value: string): AsnType => new Utf8String({ value });
const sequence = (...value: AsnType[]): AsnType => new Sequence({ value });
const role = (number: number, name: string): AsnType =>
  sequence(objectId(`0.4.0.19495.1.${number}`), utf8(name));
const psd2Statement = (...value: AsnType[]): AsnType => sequence(objectId('0.4.0.19495.2'), ...value);
const psp = (ncaId: AsnType, ...roles: AsnType[]): AsnType =>
  sequence(sequence(...roles), utf8('NCA'), ncaId);
const extensionOf = (valueHex: Uint8Array | ArrayBuffer): AsnType =>
  sequence(objectId('1.3.6.1.5.5.7.1.3'), new OctetString({ valueHex }));
const qcStatements = (...statements: AsnType[]): AsnType => extensionOf(sequence(...statements).toBER());
const organization = (value: AsnType): AsnType =>
  new Asn1Set({ value: [sequence(objectId('2.5.4.97'), value)] });

const goodStatement = Buffer.from(psd2Statement(psp(utf8('NL-DNB'), role(3, 'PSP_AI'))).toBER());
const goodStatements = qcStatements(psd2Statement(psp(utf8('NL-DNB'), role(3, 'PSP_AI'))));
const goodOrganization = organization(utf8('PSDNL-DNB-12345'));

function members(node: AsnType | undefined): AsnType[] {
  if (node instanceof Constructed) return node.valueBlock.value;
  throw new Error('constructed value expected');
}

/** A real certificate whose subject and extensions are replaced; its signature is invalid, but not checked here. */
function certificateWith(parts: { subject?: AsnType[]; extensions?: AsnType[] }): Uint8Array {
  const { result } = fromBER(certificate.der, { parseEmbedded: false });
  const body = members(members(result)[0]);
  body[5] = new Sequence({ value: parts.subject ?? [goodOrganization] });
  members(body[7])[0] = new Sequence({ value: parts.extensions ?? [goodStatements] });
  return new Uint8Array(result.toBER());
}

/** Number and name of each role as openssl prints them. */
function rolesByOpenssl({ certificatePem }: TestCertificate): readonly string[] {
  const asn1parse = (...options: string[]): string =>
    execFileSync('openssl', ['asn1parse', ...options], { input: certificatePem, encoding: 'utf8' });
  const offset = /qcStatements\s+(\d+):/.exec(asn1parse())?.[1];
  if (offset === undefined) throw new Error('openssl sees no qcStatements');
  return asn1parse('-strparse', offset).match(/0\.4\.0\.19495\.1\.\d+|(?:PSP|VOP)_\w+/g) ?? [];
}

describe('a qualified certificate', () => {
  test('names the organisation, its supervisor and its roles', () => {
    expect(readPsd2(certificate.der)).toEqual({
      organizationIdentifier: 'PSDNL-DNB-12345',
      organizationName: 'Test TPP One B.V.',
      ncaId: 'NL-DNB',
      ncaName: 'De Nederlandsche Bank',
      roles: ['PSP_PI', 'PSP_AI'],
      qcCompliance: true,
      qcTypes: ['web'],
      domains: [],
    });
  });

  test('has the roles that openssl prints: none, each alone, all', async () => {
    const combinations = [[], ...psd2Roles.map((name) => [name]), psd2Roles];
    await Promise.all(
      combinations.map(async (roles) => {
        const issued = await authority.issue({ commonName: 'tpp.test', roles });
        expect(readPsd2(issued.der)?.roles).toEqual(roles);
        expect(rolesByOpenssl(issued)).toEqual(roles.flatMap((name) => [psd2RoleId(name), name]));
      }),
    );
  });

  test('may write its number as printable text', () => {
    const subject = [organization(new PrintableString({ value: 'PSDDE-BAFIN-123456' }))];
    expect(readPsd2(certificateWith({ subject }))?.organizationIdentifier).toBe('PSDDE-BAFIN-123456');
  });

  test('has its known roles beside unknown ones, which grant nothing', async () => {
    const unspecified = { oid: '0.4.0.19495.1.0', name: 'Unspecified' };
    const unknown = { oid: '0.4.0.19495.1.7', name: 'PSP_ZZ' };
    const roles = [unspecified, unknown, 'PSP_AI'] as const;
    const issued = await authority.issue({ commonName: 'tpp.test', roles });
    expect(readPsd2(issued.der)?.roles).toEqual(['PSP_AI']);
  });

  test('has the numbers of TS 119 495 V1.8.1', () => {
    expect(psd2Roles.map((name) => `${name} ${psd2RoleId(name).split('.').at(-1)}`)).toEqual([
      'PSP_AS 1',
      'PSP_PI 2',
      'PSP_AI 3',
      'PSP_IC 4',
      'PSP_CB 5',
      'PSP_PA 6',
      'VOP_RS 51',
      'VOP_VS 52',
    ]);
  });

  test('lists its DNS names in lower case and no other names', async () => {
    const dnsNames = ['TPP.Example', 'api.tpp.example', '*.tpp.example'];
    const issued = await authority.issue({ commonName: 'tpp.test', dnsNames });
    expect(readPsd2(issued.der)?.domains).toEqual(['tpp.example', 'api.tpp.example', '*.tpp.example']);
  });

  test('says whether it is qualified and for what, without a PSD2 statement too', async () => {
    const issued = await authority.issue({ commonName: 'tpp.test', noPsd2: true, qcTypes: ['eseal', 'web'] });
    expect(readPsd2(issued.der)).toBeUndefined();
    expect(readQcStatements(issued.der)).toEqual({ qcCompliance: true, qcTypes: ['eseal', 'web'] });
    const plain = await authority.issue({ commonName: 'tpp.test', noQc: true });
    expect(readQcStatements(plain.der)).toBeUndefined();
  });

  test('lists a repeated role once', async () => {
    const issued = await authority.issue({ commonName: 'tpp.test', roles: ['PSP_AI', 'PSP_AI'] });
    expect(readPsd2(issued.der)?.roles).toEqual(['PSP_AI']);
  });
});

describe('no PSD2 identity', () => {
  test('without qualified statements', async () => {
    expect(readPsd2((await authority.issue({ commonName: 'tpp.test', noQc: true })).der)).toBeUndefined();
  });

  test.each([
    ['a known number under another name', { oid: '0.4.0.19495.1.2', name: 'PSP_AI' }],
    ['a known number under an unknown name', { oid: '0.4.0.19495.1.2', name: 'PSP_XX' }],
    ['a known name under an unknown number', { oid: '0.4.0.19495.1.9', name: 'PSP_PI' }],
  ])('with %s, even beside a proper role', async (_, contradiction) => {
    const issued = await authority.issue({ commonName: 'tpp.test', roles: ['PSP_AI', contradiction] });
    expect(readPsd2(issued.der)).toBeUndefined();
  });

  test.each([
    'VATNL-DNB-12345',
    'PSDNL-12345',
    'PSDnl-DNB-12345',
    'PSDNL-D-12345',
    'PSDNL-TOOLONGNCA-1',
    'PSDNL-DNB-',
    ' PSDNL-DNB-12345',
    'PSDNL-DNB-1\n2',
    'PSDNL-DNB-1\u0000',
    'PSDNL-DNB-1\u202E2',
    `PSDNL-DNB-${'1'.repeat(200)}`,
  ])('with the organisation number %j', (number) => {
    expect(readPsd2(certificateWith({ subject: [organization(utf8(number))] }))).toBeUndefined();
  });

  const odd: readonly [string, () => { subject?: AsnType[]; extensions?: AsnType[] }][] = [
    ['no organisation number', () => ({ subject: [] })],
    ['two organisation numbers', () => ({ subject: [goodOrganization, goodOrganization] })],
    [
      'an organisation number in two-byte text',
      () => ({
        subject: [organization(new BmpString({ value: 'PSDNL-DNB-12345' }))],
      }),
    ],
    [
      'an organisation number that is a time of day',
      () => ({ subject: [organization(new TIME({ value: 'PSDNL-DNB-12345' }))] }),
    ],
    [
      'statements of indefinite length',
      () => ({ extensions: [extensionOf(Buffer.from(`3080${goodStatement.toString('hex')}0000`, 'hex'))] }),
    ],
    [
      'an organisation number that is not UTF-8',
      () => ({
        subject: [organization(new Utf8String({ valueHex: Buffer.from('PSDNL-DNB-1\xff', 'latin1') }))],
      }),
    ],
    ['two qcStatements extensions', () => ({ extensions: [goodStatements, goodStatements] })],
    [
      'two PSD2 statements',
      () => ({
        extensions: [
          qcStatements(
            psd2Statement(psp(utf8('NL-DNB'), role(3, 'PSP_AI'))),
            psd2Statement(psp(utf8('NL-DNB'), role(2, 'PSP_PI'))),
          ),
        ],
      }),
    ],
    ['a PSD2 statement without content', () => ({ extensions: [qcStatements(psd2Statement())] })],
    [
      'a PSD2 statement with more than one content',
      () => ({
        extensions: [qcStatements(psd2Statement(psp(utf8('NL-DNB')), psp(utf8('NL-DNB'))))],
      }),
    ],
    ['a supervisor of another form', () => ({ extensions: [qcStatements(psd2Statement(psp(utf8('DNB'))))] })],
    [
      'a supervisor in printable text',
      () => ({
        extensions: [qcStatements(psd2Statement(psp(new PrintableString({ value: 'NL-DNB' }))))],
      }),
    ],
    [
      'a fourth part behind the supervisor',
      () => ({
        extensions: [qcStatements(psd2Statement(sequence(sequence(), utf8('a'), utf8('NL-DNB'), utf8('b'))))],
      }),
    ],
    [
      'a role of three parts',
      () => ({
        extensions: [
          qcStatements(
            psd2Statement(
              psp(utf8('NL-DNB'), sequence(objectId('0.4.0.19495.1.3'), utf8('PSP_AI'), utf8('PSP_PI'))),
            ),
          ),
        ],
      }),
    ],
  ];
  test.each(odd)('with %s', (_, parts) => {
    expect(readPsd2(certificateWith(parts()))).toBeUndefined();
  });

  test('in bytes that are not a certificate', () => {
    expect(readPsd2(new Uint8Array())).toBeUndefined();
    expect(readPsd2(Buffer.from('certificate'))).toBeUndefined();
    expect(readPsd2(Buffer.concat([certificate.der, Buffer.of(0)]))).toBeUndefined();
    expect(readPsd2(certificate.der.subarray(0, -1))).toBeUndefined();
    expect(readPsd2(Buffer.alloc(certificateBytesMax, 0x30))).toBeUndefined();
  });

  test('with an organisation number in a constructed string', () => {
    const pieces = Buffer.from(certificate.der);
    const utf8StringTag = pieces.indexOf('PSDNL-DNB-12345') - 2;
    expect(pieces.readUInt8(utf8StringTag)).toBe(0x0c);
    pieces.writeUInt8(0x2c, utf8StringTag);
    expect(readPsd2(pieces)).toBeUndefined();
  });

  test('in a certificate above the size limit', () => {
    const huge = sequence(
      objectId('1.2.3.4'),
      new OctetString({ valueHex: new ArrayBuffer(certificateBytesMax) }),
    );
    expect(readPsd2(certificateWith({ extensions: [goodStatements] }))).toBeDefined();
    expect(readPsd2(certificateWith({ extensions: [goodStatements, huge] }))).toBeUndefined();
  });
});
