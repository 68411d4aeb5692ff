import { describe, expect, test } from 'vitest';
import { isSameAccount, maskedAccount, maskedCard } from './named-account.ts';
import { chooseAgreement, coverageOf, type KeptTerms } from './terms.ts';

const iban = 'DE02100100109307118603';
const agreed = (more: Partial<KeptTerms> = {}): { readonly terms: KeptTerms } => ({
  terms: { account: { iban }, currency: 'EUR', isDefaultCurrency: true, ...more },
});
const none = { currency: undefined, cardNumber: undefined };
const euros = agreed();
const dollars = agreed({ currency: 'USD', isDefaultCurrency: false });
const card = agreed({ currency: 'USD', isDefaultCurrency: false, cardNumber: '525412******3241' });

describe('a question is under the agreement', () => {
  test.each([
    ['of the default sub-account', [dollars, euros], none, euros],
    ['of the currency', [euros, dollars], { ...none, currency: 'USD' }, dollars],
    ['of the card', [euros, dollars, card], { ...none, cardNumber: '525412******3241' }, card],
    ['that is about no card, where the card is unknown', [euros, card], { ...none, cardNumber: 'x' }, euros],
  ])('%s', (_, agreements, asked, chosen) => {
    expect(chooseAgreement(agreements, asked)).toBe(chosen);
  });

  test('or under none', () => {
    expect(chooseAgreement([], none)).toBe('none');
    expect(chooseAgreement([dollars], none)).toBe('none');
    expect(chooseAgreement([euros], { ...none, currency: 'USD' })).toBe('none');
    expect(chooseAgreement([card], { ...none, cardNumber: 'x' })).toBe('card-invalid');
  });
});

test('a named agreement covers its currency and its card', () => {
  expect(coverageOf(dollars, none)).toBe('covered');
  expect(coverageOf(dollars, { ...none, currency: 'EUR' })).toBe('other-currency');
  expect(coverageOf(card, { ...none, cardNumber: 'x' })).toBe('card-invalid');
  expect(coverageOf(euros, { ...none, cardNumber: 'x' })).toBe('covered');
});

test('accounts are the same in the same words', () => {
  expect(isSameAccount({ iban }, { iban: iban.toLowerCase(), currency: 'EUR' })).toBe(true);
  expect(isSameAccount({ iban }, { msisdn: iban })).toBe(false);
  expect(isSameAccount({ bban: 'a' }, { bban: 'A' })).toBe(false);
});

test('numbers are masked', () => {
  expect(maskedCard('5254 1234-5678 3241')).toBe('525412******3241');
  expect(maskedCard('525412******3241')).toBe('525412******3241');
  expect(maskedAccount({ iban, currency: 'EUR' })).toBe('DE02**************8603 EUR');
});
