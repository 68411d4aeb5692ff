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
    ['scaExemptions.recurring', 'yes'],
    // No rule is built for these, and no core lists trusted payees.
    ['scaExemptions.trustedBeneficiary', true],
    ['jwsSignatureSupported', true],
    ['countryValidationSupported', 'DE'],
  ])('%s cannot be %j', (name, value) => {
    const [error] = errorsOf({ bank: '01', [name]: value });
    expect(error).toContain(`PORTICO_XS2A_PROFILES of bank 01: option "${name}" has a value`);
  });

  const limits = { currency: 'EUR', amountMax: '30', sumMax: '100.00', countMax: 5 };

  test.each<readonly [string, readonly object[], string | undefined]>([
    ['are those of the regulation', [limits], undefined],
    [
      'may be in currencies without decimals and with three',
      [
        { ...limits, currency: 'JPY', amountMax: '4500', sumMax: '15000' },
        { ...limits, currency: 'BHD', amountMax: '12.345', sumMax: '41.150' },
      ],
      undefined,
    ],
    [
      'have no decimals that the currency lacks',
      [{ ...limits, currency: 'JPY', amountMax: '1.5' }],
      'JPY does not have',
    ],
    ['have a known currency', [{ ...limits, currency: 'XYZ' }], 'unknown currency XYZ'],
    ['are not zero', [{ ...limits, amountMax: '0.00' }], 'EUR does not have'],
    ['name a currency once', [limits, limits], 'names EUR twice'],
    ['do not exceed 30 EUR', [{ ...limits, amountMax: '30.01' }], 'more than 30 EUR'],
    ['do not exceed 100 EUR together', [{ ...limits, sumMax: '100.01' }], '100 EUR together'],
    ['do not exceed five in a row', [{ ...limits, countMax: 6 }], 'not allowed at /0/countMax'],
    ['allow less at once than together', [{ ...limits, sumMax: '20' }], 'than in all together'],
  ])('limits of small payments %s', (_, value, wrong) => {
    const errors = errorsOf({ bank: '01', 'scaExemptions.lowValue': value });
    const found = errors.map((error) => (wrong !== undefined && error.includes(wrong) ? wrong : error));
    expect(found).toEqual(wrong === undefined ? [] : [wrong]);
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
