import { describe, expect, it } from 'vitest';
import { isDisguisedIban, type Payee, payeeKey, payeeText } from './payee.ts';

const iban = 'DE89370400440532013000';
const bban = (id: string, agent?: string): Payee => ({ account: { scheme: 'bban', id }, agent });

describe('two payees', () => {
  it.each<[string, Payee, Payee]>([
    [
      'with one IBAN, of which one has a BIC',
      { account: { scheme: 'iban', id: iban } },
      { account: { scheme: 'iban', id: 'de89 3704 0044 0532 0130 00' }, agent: 'COBADEFF' },
    ],
    ['with two spellings of one BIC', bban('12', 'CHASUS33'), bban('12', 'chasus33xxx')],
  ])('are one: %s', (_, one, other) => {
    expect(payeeKey(one)).toBe(payeeKey(other));
    expect(payeeText(one)).toBe(payeeText(other));
  });

  it.each<[string, Payee, Payee]>([
    ['another bank', bban('12', 'CHASUS33'), bban('12', 'BOFAUS3N')],
    ['another branch', bban('12', 'CHASUS33'), bban('12', 'CHASUS33MIA')],
    ['another number', bban('12', 'CHASUS33'), bban('13', 'CHASUS33')],
    ['another letter', bban('a', 'CHASUS33'), bban('A', 'CHASUS33')],
    ['another scheme', bban('12', 'CHASUS33'), { account: { scheme: 'other', id: '12' }, agent: 'CHASUS33' }],
    ['no bank', bban('12', 'CHASUS33'), bban('12')],
  ])('differ: %s', (_, one, other) => {
    expect(payeeKey(one)).not.toBe(payeeKey(other));
    expect(payeeText(one)).not.toBe(payeeText(other));
  });
});

it('a text has the number; without an IBAN also scheme and BIC', () => {
  expect(payeeText({ account: { scheme: 'iban', id: iban }, agent: 'COBADEFF' })).toBe(iban);
  expect(payeeText(bban('12345678', 'CHASUS33XXX'))).toBe('12345678 CHASUS33 BBAN');
});

it.each<[string, boolean]>([
  [iban, true],
  ['de89 3704 0044 0532 0130 00', true],
  ['DE89-3704-0044-0532-0130-00', true],
  ['DE88370400440532013000', false],
  ['12345678', false],
])('%s is a disguised IBAN: %s', (id, isOne) => {
  expect(isDisguisedIban(id)).toBe(isOne);
});
