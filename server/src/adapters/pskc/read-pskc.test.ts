import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { PskcError } from './pskc-error.ts';
import {
  containerOf,
  encryptedAs,
  figure2,
  figure3,
  figure4,
  figure5,
  figure6,
  figure7,
  figure10,
  macMethodOf,
  preSharedKeyName,
} from './pskc-figures.suite.ts';
import { type PskcKey, readPskc } from './read-pskc.ts';
import type { TransportKey } from './value-protection.ts';

const none: TransportKey = { kind: 'none' };
const preShared = (hexadecimal: string): TransportKey => ({
  kind: 'pre-shared-key',
  key: new Secret(Buffer.from(hexadecimal, 'hex')),
});
const passphrase = (text: string): TransportKey => ({ kind: 'passphrase', passphrase: new Secret(text) });
const rfcKey = preShared('12345678901234567890123456789012');

const read = (text: string, transport: TransportKey = none): readonly PskcKey[] =>
  readPskc(Buffer.from(text), transport).keys;
const seedsOf = (keys: readonly PskcKey[]): readonly string[] =>
  keys.map(({ seed }) => seed.reveal().toString('latin1'));

/** The reason and the line of a rejected file. */
function refusal(text: string, transport: TransportKey = none): string {
  try {
    readPskc(Buffer.from(text), transport);
    return 'read';
  } catch (error) {
    if (!(error instanceof PskcError)) throw error;
    return `${error.reason} ${error.line}`;
  }
}

const packageOf = (key: string, attributes = 'Id="k" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp"') =>
  containerOf(`<KeyPackage><Key ${attributes}>${key}</Key></KeyPackage>`);
const secret = '<Data><Secret><PlainValue>MTIzNA==</PlainValue></Secret></Data>';
const totp = 'Id="k" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp"';
const ocra = 'Id="k" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:OCRA-1"';

describe('the figures of RFC 6030', () => {
  test('2, the minimum', () => {
    const keys = read(figure2);
    expect(seedsOf(keys)).toEqual(['1234']);
    expect(keys).toMatchObject([
      { keyId: '12345678', algorithm: 'hotp', hash: 'sha1', issuer: 'Issuer-A', line: 3 },
    ]);
    expect(keys[0]).toMatchObject({ digits: undefined, serial: undefined, counter: undefined });
  });

  test('3, with device information', () => {
    const keys = read(figure3);
    expect(seedsOf(keys)).toEqual(['12345678901234567890']);
    expect(keys).toMatchObject([
      { manufacturer: 'Manufacturer', serial: '987654321', digits: 8, counter: 0, keyId: '12345678' },
    ]);
  });

  test('4, a key without its own secret', () => {
    expect(refusal(figure4)).toBe('secret-missing 3');
  });

  test('5, a key and the PIN of its token', () => {
    const file = readPskc(Buffer.from(figure5), none);
    expect(seedsOf(file.keys)).toEqual(['12345678901234567890']);
    expect(file.pins).toEqual([{ keyId: '123456781', line: 8 }]);
  });

  test('6, encrypted with a pre-shared key', () => {
    const keys = read(figure6, rfcKey);
    expect(seedsOf(keys)).toEqual(['12345678901234567890']);
    expect(keys).toMatchObject([{ keyId: '12345678', counter: 0, digits: 8 }]);
  });

  test('7, encrypted with a key derived from a passphrase', () => {
    const keys = read(figure7, passphrase('qwerty'));
    expect(seedsOf(keys)).toEqual(['12345678901234567890']);
    expect(keys).toMatchObject([{ keyId: '123456', manufacturer: 'TokenVendorAcme' }]);
  });

  test('10, many at once', () => {
    const keys = read(figure10);
    expect(keys.map(({ keyId, serial }) => [keyId, serial])).toEqual([
      ['1', '654321'],
      ['2', '123456'],
      ['3', '9999999'],
      ['4', '9999999'],
    ]);
    expect(keys.map(({ start, expiry }) => `${start?.toString()} ${expiry?.toString()}`)).toEqual([
      '2006-05-01T00:00:00Z 2006-05-31T00:00:00Z',
      '2006-05-01T00:00:00Z 2006-05-31T00:00:00Z',
      '2006-03-01T00:00:00Z 2006-03-31T00:00:00Z',
      '2006-04-01T00:00:00Z 2006-04-30T00:00:00Z',
    ]);
  });
});

describe('a key', () => {
  test('of a time token has its step, time and drift', () => {
    const data = `<AlgorithmParameters><Suite>HMAC-SHA256</Suite><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters>
      <Data><Secret><PlainValue>MTIzNA==</PlainValue></Secret><Time><PlainValue>100</PlainValue></Time>
      <TimeInterval><PlainValue>60</PlainValue></TimeInterval><TimeDrift><PlainValue>-4</PlainValue></TimeDrift></Data>`;
    expect(read(packageOf(data, totp))).toMatchObject([
      { algorithm: 'totp', hash: 'sha256', digits: 6, time: 100, timeStepSeconds: 60, timeDrift: -4 },
    ]);
  });

  test('of a challenge token has its suite', () => {
    const suite = 'OCRA-1:HOTP-SHA512-8:QN08-T1M';
    const data = `<AlgorithmParameters><Suite>${suite}</Suite></AlgorithmParameters>${secret}`;
    expect(read(packageOf(data, ocra))).toMatchObject([
      { algorithm: 'ocra', suite, hash: 'sha512', digits: 8 },
    ]);
  });

  test('does not print its seed', () => {
    expect(JSON.stringify(read(figure2))).toContain('[secret]');
    expect(JSON.stringify(read(figure2))).not.toContain('1234"');
  });

  const parameters = (text: string): string => `<AlgorithmParameters>${text}</AlgorithmParameters>${secret}`;
  const value = (name: string, text: string): string =>
    `<Data><Secret><PlainValue>MTIzNA==</PlainValue></Secret><${name}><PlainValue>${text}</PlainValue></${name}></Data>`;
  test.each([
    ['algorithm', secret, 'Id="k" Algorithm="urn:example:other"'],
    ['algorithm', secret, 'Id="k" Algorithm="constructor"'],
    ['algorithm', secret, 'Id="k"'],
    ['value', secret, 'Id="" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp"'],
    ['value', secret, 'Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp"'],
    ['value', secret, `Id="${'k'.repeat(129)}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp"`],
    ['algorithm-parameters', secret, ocra],
    ['algorithm-parameters', parameters('<Suite>OCRA-2:HOTP-SHA1-6:QN08</Suite>'), ocra],
    ['algorithm-parameters', parameters('<Suite>MD5</Suite>'), totp],
    ['algorithm-parameters', parameters('<Suite>constructor</Suite>'), totp],
    ['algorithm-parameters', parameters('<ResponseFormat Length="6" Encoding="HEXADECIMAL"/>'), totp],
    ['algorithm-parameters', parameters('<ResponseFormat Length="3" Encoding="DECIMAL"/>'), totp],
    [
      'algorithm-parameters',
      parameters('<ResponseFormat Length="6" Encoding="DECIMAL" CheckDigits="true"/>'),
      totp,
    ],
    ['value', parameters('<ResponseFormat Encoding="DECIMAL"/>'), totp],
    ['value', value('Counter', '-1'), totp],
    ['value', value('Counter', '1e3'), totp],
    ['value', value('Counter', '99999999999999999'), totp],
    ['value', value('Counter', ''), totp],
    ['value', value('TimeInterval', '0'), totp],
    ['value', '<Data><Secret><PlainValue>MTIzN</PlainValue></Secret></Data>', totp],
    ['value', '<Data><Secret><PlainValue></PlainValue></Secret></Data>', totp],
    ['value', `<Data><Secret><PlainValue>${'AAAA'.repeat(100)}</PlainValue></Secret></Data>`, totp],
    ['value', `${secret}${secret}`, totp],
    ['secret-missing', '<Data><Secret/></Data>', totp],
    ['secret-missing', '', totp],
    ['policy', `${secret}<Policy><NumberOfTransactions>3</NumberOfTransactions></Policy>`, totp],
    ['policy', `${secret}<Policy><PINPolicy PINUsageMode="Prepend"/></Policy>`, totp],
    ['policy', `${secret}<Policy><KeyUsage>Encrypt</KeyUsage></Policy>`, totp],
    ['policy', `${secret}<Policy><Unheard xmlns="urn:example"/></Policy>`, totp],
    ['value', `${secret}<Policy><ExpiryDate>2026-02-30T00:00:00Z</ExpiryDate></Policy>`, totp],
    ['value', `${secret}<Policy><ExpiryDate>tomorrow</ExpiryDate></Policy>`, totp],
    ['transport-key', `<Data><Secret>${encryptedAs('EncryptedValue', 'AAAA')}</Secret></Data>`, totp],
  ])('is rejected for its %s', (reason, key, attributes) => {
    expect(refusal(packageOf(key, attributes))).toBe(`${reason} 3`);
  });

  test('is rejected with the line of its package, in a long file', () => {
    const [head = '', tail = ''] = figure2.split('<KeyPackage>');
    const long = `${head}${'\n'.repeat(70_000)}<KeyPackage>${tail.replace('MTIzNA==', '!')}`;
    expect(refusal(long)).toBe('value 70003');
  });

  test('is rejected when its package has none, several or a duplicate', () => {
    const hotpKey = `<Key Id="a" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp">${secret}</Key>`;
    expect(refusal(containerOf('<KeyPackage/>'))).toBe('no-key 3');
    expect(refusal(containerOf(`<KeyPackage>${hotpKey}${hotpKey}</KeyPackage>`))).toBe('several-keys 3');
    const twice = `<KeyPackage>${hotpKey}</KeyPackage>`;
    expect(refusal(containerOf(twice, twice))).toBe('duplicate-key-id 4');
  });
});

describe('a protected value', () => {
  const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const macKey = randomBytes(20);
  const hmacSha256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';

  function encrypt(plain: Buffer): Buffer {
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([iv, cipher.update(plain), cipher.final()]);
  }
  const protect = (plain: Buffer): string => {
    const value = encrypt(plain);
    const mac = createHmac('sha256', macKey).update(value).digest('base64');
    return `${encryptedAs('EncryptedValue', value.toString('base64'))}<ValueMAC>${mac}</ValueMAC>`;
  };
  const protectedFile = (data: string): string =>
    containerOf(
      preSharedKeyName,
      macMethodOf(hmacSha256, encrypt(macKey).toString('base64')),
      `<KeyPackage><Key ${totp}><Data>${data}</Data></Key></KeyPackage>`,
    );
  const transport = preShared(key.toString('hex'));

  test('is decrypted, seeds and numbers, with SHA-256 as well', () => {
    const seed = randomBytes(64);
    const interval = `<TimeInterval>${protect(Buffer.from([0, 0, 0, 60]))}</TimeInterval>`;
    const [found] = read(protectedFile(`<Secret>${protect(seed)}</Secret>${interval}`), transport);
    expect(found?.seed.reveal().equals(seed)).toBe(true);
    expect(found?.timeStepSeconds).toBe(60);
  });

  test.each([
    ['mac-wrong', figure6.replace('Su+Nvt', 'Su+Nvu'), rfcKey],
    ['mac-wrong', figure6.replace('Su+NvtQfmvfJzF6bmQiJqoLRExc=', 'Su+NvtQfmvfJzF6bmQiJqoLREw=='), rfcKey],
    ['mac-wrong', figure6.replace('AAECAwQF', 'AAECAwQG'), rfcKey],
    ['mac-missing', figure6.replace(/<ValueMAC>[^<]*<\/ValueMAC>/, ''), rfcKey],
    ['mac-missing', figure6.replace(/<MACMethod.*<\/MACMethod>/s, ''), rfcKey],
    ['mac-method', figure6.replace('#hmac-sha1', '#hmac-md5'), rfcKey],
    ['mac-method', figure6.replaceAll('MACKey>', 'MACKeyReference>'), rfcKey],
    ['encryption-method', figure6.replaceAll('aes128-cbc', 'tripledes-cbc'), rfcKey],
    ['transport-key', figure6.replaceAll('aes128-cbc', 'aes256-cbc'), rfcKey],
    ['transport-key', figure6, none],
    ['transport-key', figure6, passphrase('qwerty')],
    ['transport-key', figure7, rfcKey],
    ['transport-key', figure6.replaceAll('ds:KeyName', 'ds:X509Data'), rfcKey],
    ['plain-secret', figure3, rfcKey],
    ['key-derivation', figure7.replace('#pbkdf2', '#other'), passphrase('qwerty')],
    ['key-derivation', figure7.replace('>1000<', '>1000001<'), passphrase('qwerty')],
    ['key-derivation', figure7.replace('>16<', '>17<'), passphrase('qwerty')],
    ['key-derivation', figure7.replace('<PRF ', '<PRF Algorithm="constructor" '), passphrase('qwerty')],
    ['value', figure6.replace('Su+NvtQfmvfJzF6bmQiJqoLRExc=', '????'), rfcKey],
  ])('is rejected: %s', (reason, text, given) => {
    expect(refusal(text, given)).toMatch(new RegExp(`^${reason} [0-9]+$`));
  });

  test.each([
    ['a wrong key', figure6, preShared('12345678901234567890123456789013')],
    ['a wrong passphrase', figure7, passphrase('qwertz')],
  ])('is not decrypted by %s', (_, text, given) => {
    expect(refusal(text, given)).toMatch(/^(?:mac-wrong|decryption) /);
  });

  test.each([
    [4, 'read'],
    [16, 'read'],
    [0, 'decryption'],
    [17, 'decryption'],
  ])('whose padding says %i is %s; only its last byte counts', (padding, outcome) => {
    const iv = randomBytes(16);
    const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
    const plain = Buffer.concat([randomBytes(31), Buffer.from([padding])]);
    const value = Buffer.concat([iv, cipher.update(plain), cipher.final()]);
    const mac = createHmac('sha256', macKey).update(value).digest('base64');
    const data = `${encryptedAs('EncryptedValue', value.toString('base64'))}<ValueMAC>${mac}</ValueMAC>`;
    const [reason] = refusal(protectedFile(`<Secret>${data}</Secret>`), transport).split(' ');
    expect(reason).toBe(outcome);
  });

  test('that is too short for its cipher is rejected', () => {
    const value = encrypt(Buffer.alloc(4)).subarray(0, 16);
    const mac = createHmac('sha256', macKey).update(value).digest('base64');
    const data = `${encryptedAs('EncryptedValue', value.toString('base64'))}<ValueMAC>${mac}</ValueMAC>`;
    expect(refusal(protectedFile(`<Secret>${data}</Secret>`), transport)).toMatch(/^decryption /);
  });

  test('is reported when its file is also signed; the signature is not verified', () => {
    const signed = figure2.replace('</KeyContainer>', '<Signature/></KeyContainer>');
    expect(readPskc(Buffer.from(signed), none).signature).toBe('not-verified');
    expect(readPskc(Buffer.from(figure2), none).signature).toBe('none');
  });
});
