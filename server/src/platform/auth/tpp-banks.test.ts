import { describe, expect, test } from 'vitest';
import { createTppBanks } from './tpp-banks.ts';

const banks = ['01', '02', 'nl'];

describe('without host names', () => {
  const one = createTppBanks({ banks, xs2aBank: '02', xs2aProfiles: [] });

  test.each(['xs2a.example', 'localhost:8080', '', undefined])('%j leads to the one bank', (host) => {
    expect(one.bankOfHost(host)).toBe('02');
  });

  test('no bank is reached if the configured one is not served', () => {
    expect(createTppBanks({ banks, xs2aBank: '99', xs2aProfiles: [] }).bankOfHost('x')).toBeUndefined();
  });
});

describe('with host names', () => {
  const several = createTppBanks({
    banks,
    xs2aBank: '01',
    xs2aProfiles: [
      { bank: '02', hosts: ['xs2a.two.example', 'psd2.two.example'] },
      { bank: 'nl', hosts: ['xs2a.nl.example'], maxPageSize: 50 },
    ],
  });

  test.each([
    ['xs2a.two.example', '02'],
    ['psd2.two.example:8443', '02'],
    ['XS2A.NL.example', 'nl'],
    ['xs2a.nl.example.', 'nl'],
    ['xs2a.nl.example.:443', 'nl'],
  ])('%s leads to bank %s', (host, bank) => {
    expect(several.bankOfHost(host)).toBe(bank);
  });

  test.each(['xs2a.one.example', 'a.xs2a.nl.example', 'xs2a.nl.example@evil', '[::1]', '', undefined])(
    '%j leads to no bank',
    (host) => {
      expect(several.bankOfHost(host)).toBeUndefined();
    },
  );

  test('every bank has the options it set, and the defaults', () => {
    expect(several.profileOf('nl')).toMatchObject({ maxPageSize: 50, maxBulkEntries: 1_000 });
    expect(several.profileOf('01')).toMatchObject({ maxPageSize: 100, hosts: [] });
    expect(() => several.profileOf('99')).toThrow('not served');
  });
});
