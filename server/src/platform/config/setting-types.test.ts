import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { brokerUrls, databaseUrl, listenAddress, networks, tcpAddress, webUrl } from './address-settings.ts';
import { masterKeys, privateKey, secretSetting } from './key-settings.ts';
import { duration, enumSetting, integer, json, list, type SettingType, text } from './setting-types.ts';

const refused = Symbol('refused');

function read(kind: SettingType, input: string): unknown {
  const value = kind.decode(input);
  return Check(kind.schema, value) ? value : refused;
}

function shown(kind: SettingType, input: string): string {
  const value = read(kind, input);
  return value === refused ? 'refused' : kind.print(value);
}

describe('plain setting types', () => {
  test('text must match its pattern', () => {
    const kind = text(/^[a-z]{1,3}$/, 'letters');
    expect(read(kind, 'abc')).toBe('abc');
    expect(read(kind, 'abcd')).toBe(refused);
    expect(shown(kind, 'ab')).toBe('ab');
  });

  test.each(['1', '200', '007'])('the integer %s between 1 and 200 is read', (input) => {
    expect(read(integer({ min: 1, max: 200 }), input)).toBe(Number(input));
  });

  test.each(['0', '201', '-1', '1.5', '1e2', '0x10', 'ten', '', ' 7', '9'.repeat(20)])(
    'the integer "%s" outside the rules is refused',
    (input) => {
      expect(read(integer({ min: 1, max: 200 }), input)).toBe(refused);
    },
  );

  test('any integer inside its bounds survives reading and printing', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 1_000 }), (number) => {
        expect(shown(integer({ min: -1_000, max: 1_000 }), String(number))).toBe(String(number));
      }),
    );
  });

  test.each(['PT30S', 'PT15M', 'P1DT12H', 'P1DT1M'])('the duration %s is read', (input) => {
    expect(read(duration(), input)).toEqual(Temporal.Duration.from(input));
    expect(shown(duration(), input)).toBe(input);
  });

  test.each(['30', '30s', 'P1M', 'P1Y', 'P2W', 'PT0S', '-PT5S', '', 'PT', 'P1Y2M'])(
    'the duration "%s" is refused',
    (input) => {
      expect(read(duration(), input)).toBe(refused);
    },
  );

  test('an enum accepts its literals and no others', () => {
    expect(read(enumSetting('on', 'off'), 'on')).toBe('on');
    expect(read(enumSetting('on', 'off'), 'ON')).toBe(refused);
    expect(read(enumSetting('on', 'off'), 'true')).toBe(refused);
  });

  test('a list ignores spaces and refuses too many, too few, duplicate and invalid items', () => {
    const kind = list({ item: Type.String({ pattern: '^[a-z]$' }), min: 1, max: 3, expected: 'letters' });
    expect(read(kind, ' a , b')).toEqual(['a', 'b']);
    expect(shown(kind, 'a, b')).toBe('a,b');
    for (const bad of ['', 'a,b,c,d', 'a,a', 'a,,b', 'a,bb', 'a,']) expect(read(kind, bad)).toBe(refused);
  });

  test('JSON must parse and fit its schema', () => {
    const kind = json(Type.Object({ a: Type.Integer() }, { additionalProperties: false }), 'an object');
    expect(read(kind, '{"a":1}')).toEqual({ a: 1 });
    expect(shown(kind, ' {"a": 1}')).toBe('{"a":1}');
    for (const bad of ['{"a":1', '{"a":"1"}', '{"a":1,"b":2}', '[]', 'null'])
      expect(read(kind, bad)).toBe(refused);
  });
});

describe('addresses', () => {
  test.each([
    ['127.0.0.1:8080', { host: '127.0.0.1', port: 8080 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['db-1.bank.test:65535', { host: 'db-1.bank.test', port: 65535 }],
  ])('%s is a host and a port', (input, expected) => {
    expect(read(tcpAddress(), input)).toEqual(expected);
    expect(shown(tcpAddress(), input)).toBe(input);
  });

  test.each(['8080', ':8080', 'host', 'host:', 'host:65536', '::1:80', '[::g]:80', 'a b:1', 'http://h:1'])(
    '%s is no host and port',
    (input) => {
      expect(read(tcpAddress(), input)).toBe(refused);
      expect(read(listenAddress(), input)).toBe(refused);
    },
  );

  test('a listener may use a socket of the machine', () => {
    expect(read(listenAddress(), 'unix:/run/portico.sock')).toEqual({ path: '/run/portico.sock' });
    expect(shown(listenAddress(), 'unix:/run/portico.sock')).toBe('unix:/run/portico.sock');
    expect(read(listenAddress(), 'localhost:1')).toEqual({ host: 'localhost', port: 1 });
    expect(read(listenAddress(), 'unix:relative')).toBe(refused);
  });

  test('a web address is stored without a trailing slash', () => {
    expect(read(webUrl(), 'https://bank.test/api/')).toBe('https://bank.test/api');
  });

  test.each([
    'bank.test',
    'ftp://bank.test',
    'https://u:p@bank.test',
    'https://b.test?',
    'https://b.test#x',
    'https://',
  ])('the web address %s is refused', (input) => {
    expect(read(webUrl(), input)).toBe(refused);
  });

  test('a database address shows role, host and database only', () => {
    expect(shown(databaseUrl(), 'postgresql://app:s3cr3t@db:5432/portico?sslpassword=s3cr3t')).toBe(
      'postgresql://app:[secret]@db:5432/portico?[secret]',
    );
    expect(shown(databaseUrl(), 'postgres:///portico?host=/run')).toBe('postgres:///portico?[secret]');
    expect(shown(databaseUrl(), 'postgres://app@db/portico')).toBe('postgres://app@db/portico');
  });

  test.each(['mysql://db/portico', 'postgresql://db', 'postgresql://db/', 'db:5432/portico', ''])(
    'the database address "%s" is refused',
    (input) => {
      expect(read(databaseUrl(), input)).toBe(refused);
    },
  );

  test('a broker address hides the user, which may be a token', () => {
    expect(shown(brokerUrls(), 'nats://token@a:4222, tls://u:p@b')).toBe(
      'nats://[secret]@a:4222,tls://[secret]@b',
    );
    expect(read(brokerUrls(), '')).toEqual([]);
    for (const bad of ['a:4222', 'http://a', 'nats://']) expect(read(brokerUrls(), bad)).toBe(refused);
  });

  test('networks are CIDR with a valid prefix', () => {
    expect(read(networks(), '10.0.0.0/8,::1/128')).toEqual(['10.0.0.0/8', '::1/128']);
    for (const bad of ['10.0.0.0', '10.0.0.0/33', '::1/129', '10.0.0/8', '1.2.3.4/', '*', ''])
      expect(read(networks(), bad)).toBe(refused);
  });
});

describe('keys', () => {
  const pemOf = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
    key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const ed25519 = pemOf(generateKeyPairSync('ed25519').privateKey);
  const ec = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

  test('a private key must be valid and of the required type', () => {
    expect(shown(privateKey('ed25519'), ed25519)).toBe('[secret]');
    expect(shown(privateKey('any'), ec)).toBe('[secret]');
    expect(read(privateKey('ed25519'), ec)).toBe(refused);
    expect(read(privateKey('any'), 'not a key')).toBe(refused);
    expect(read(privateKey('any'), ec.replace('A', 'B').slice(0, 60))).toBe(refused);
  });

  test('a secret is read and never shown', () => {
    expect(shown(secretSetting(), 'hunter2')).toBe('[secret]');
    expect(read(secretSetting(), '')).toBe(refused);
  });
});

describe('master keys', () => {
  const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

  test('are 32 bytes each, the newest first, and are never shown', () => {
    expect(shown(masterKeys(), `${key(1)}, ${key(2)}`)).toBe('[secret]');
  });

  test.each([
    ['nothing', ''],
    ['a short key', Buffer.alloc(31).toString('base64')],
    ['text that is not base64', `${key(1).slice(0, -2)}!=`],
    ['the same key twice', `${key(1)},${key(1)}`],
    ['more than five', [1, 2, 3, 4, 5, 6].map(key).join(',')],
  ])('are refused: %s', (_what, input) => {
    expect(read(masterKeys(), input)).toBe(refused);
  });
});
