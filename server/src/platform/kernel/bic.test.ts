import { describe, expect, it } from 'vitest';
import { bicSpelling, canHoldIban, countryOfBic } from './bic.ts';

const german = 'DE89370400440532013000';
const french = 'FR1420041010050500013M02606';
const british = 'GB29NWBK60161331926819';

describe('a BIC', () => {
  it.each([
    ['CHASUS33', 'CHASUS33'],
    ['CHASUS33XXX', 'CHASUS33'],
    ['chasus33xxx', 'CHASUS33'],
    ['CHASUS33MIA', 'CHASUS33MIA'],
  ])('%s is spelt %s', (bic, spelt) => {
    expect(bicSpelling(bic)).toBe(spelt);
  });

  it('has its country in the middle', () => {
    expect(countryOfBic('chasus33')).toBe('US');
  });

  it.each<[boolean, string, string]>([
    [true, 'DEUTDEFF', german],
    [false, 'BOFAUS3N', german],
    [true, 'BNPAFRPP', french],
    [true, 'CEPAMQM1', french],
    [true, 'BCADNCNN', french],
    [false, 'CMCIMCM1', french],
    [true, 'RBOSGGSX', british],
    [true, 'RBOSJESX', british],
    [false, 'RBOSGGSX', french],
    [false, 'AIBKIE2D', british],
    [true, 'DEUTDEFF', german.toLowerCase()],
  ])('(%s) %s can hold %s', (can, bic, iban) => {
    expect(canHoldIban(bic, iban)).toBe(can);
  });

  const frenchTerritories = ['GF', 'GP', 'MQ', 'RE', 'PM', 'YT', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF'];
  const islands = ['GG', 'JE', 'IM'];

  it.each([...frenchTerritories, ...islands])(
    'of the territory %s can hold the IBANs of its country alone',
    (code) => {
      const bic = `ABCD${code}22`;
      expect([french, british, german].map((iban) => canHoldIban(bic, iban))).toEqual([
        !islands.includes(code),
        islands.includes(code),
        false,
      ]);
    },
  );
});
