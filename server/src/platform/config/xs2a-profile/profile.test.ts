import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../load-config.ts';
import {
  type ConfiguredProfile,
  defaultProfile,
  profileErrors,
  profilesFrom,
  xs2aOptions,
} from './profile.ts';

const banks = ['01', '02'];
const errorsOf = (...configured: readonly ConfiguredProfile[]): readonly string[] =>
  profileErrors(configured, banks).map(
    ({ expected, name, wrong }) => `${name} ${wrong}. Expected: ${expected}`,
  );

describe('a profile', () => {
  test.each(Object.entries(xs2aOptions))('has a default of %s that its own rule accepts', (_, option) => {
    expect(Check(option.schema, option.default)).toBe(true);
  });

  test('keeps what a bank sets, and nothing of another bank', () => {
    const profiles = profilesFrom([{ bank: '02', maxBulkEntries: 7, hybridAddress: false }], banks);
    expect(profiles.get('02')).toEqual({ ...defaultProfile, maxBulkEntries: 7, hybridAddress: false });
    expect(profiles.get('01')).toEqual(defaultProfile);
  });

  test('that is right has no errors', () => {
    expect(
      errorsOf({ bank: '01', scaApproachesSupported: ['EMBEDDED'], pain001v03Until: '2027-01-01' }),
    ).toEqual([]);
  });
});

describe('an error names option and bank', () => {
  test('for an unknown option, with the nearest one', () => {
    expect(errorsOf({ bank: '02', maxBulkEntrys: 1 })).toEqual([
      'PORTICO_XS2A_PROFILES of bank 02: option "maxBulkEntrys" is unknown. Expected: maxBulkEntries',
    ]);
  });

  test.each<readonly [string, unknown]>([
    ['maxBulkEntries', 10_001],
    ['maxBulkEntries', '1000'],
    ['statusCodes', 'SEED'],
    ['scaApproachesSupported', []],
    ['scaApproachesSupported', ['REDIRECT', 'REDIRECT']],
    ['hosts', ['Upper.example']],
    ['hosts', ['with.port:8080']],
    ['rates', { 'tpp-read': 1 }],
    ['rates', { 'tpp-read': 0, 'tpp-change': 1 }],
    ['xs2aBaseLinksUrl', 'http://plain.example'],
    ['xs2aBaseLinksUrl', 'https://slash.example/'],
    ['pain001v03Until', 'tomorrow'],
    ['maxPageSize', null],
    // No rule is built for these two.
    ['jwsSignatureSupported', true],
    ['countryValidationSupported', 'DE'],
  ])('%s cannot be %j', (name, value) => {
    const [error] = errorsOf({ bank: '01', [name]: value });
    expect(error).toContain(`PORTICO_XS2A_PROFILES of bank 01: option "${name}" has a value`);
  });

  test('for a bank that is not served, or listed twice, or that shares a host name', () => {
    expect(errorsOf({ bank: '03' })[0]).toContain('names the bank 03, which PORTICO_BANKS does not');
    expect(errorsOf({ bank: '01' }, { bank: '01' })[0]).toContain('names the bank 01 twice');
    expect(errorsOf({ bank: '01', hosts: ['a.example'] }, { bank: '02', hosts: ['a.example'] })).toEqual([
      'PORTICO_XS2A_PROFILES of bank 02: option "hosts" has a.example, as another bank has. Expected: host names of its own',
    ]);
  });

  test('and stops the start', () => {
    const env = {
      PORTICO_DATABASE_URL: 'postgres://portico_app@127.0.0.1/portico',
      PORTICO_XS2A_PROFILES: '[{ "bank": "nl", "maxPageSize": 1 }]',
    };
    expect(() => loadConfig(env, () => '')).toThrow('of bank nl: option "maxPageSize"');
  });
});
