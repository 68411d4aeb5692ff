import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { checkAddress } from './check-address.ts';
import { checkDates } from './check-dates.ts';
import { checkPayment, type PaymentChoices, type SentPayment } from './check-payment.ts';
import type { PaymentFault } from './payment-fault.ts';
import { findProduct, productNames, productRules } from './products.ts';

const choices: PaymentChoices = {
  isDebtorAccountOptional: false,
  accountFields: ['iban'],
  areIbansChecked: true,
};

const good: SentPayment = {
  debtorAccount: { iban: 'DE40100100103307118608' },
  instructedAmount: { currency: 'EUR', amount: '123.50' },
  creditorAccount: { iban: 'DE02100100109307118603' },
  creditorName: 'Merchant123',
};

/** Each fault as `code path`. */
const shortly = (faults: readonly PaymentFault[]): readonly string[] =>
  faults.map(({ at, code }) => `${code} ${at.join('/')}`);

type Product = keyof typeof productRules;

const faultsOf = (
  more: SentPayment,
  { product = 'sepa-credit-transfers', ...chosen }: Partial<PaymentChoices> & { product?: Product } = {},
): readonly string[] =>
  shortly(checkPayment({ ...good, ...more }, productRules[product], { ...choices, ...chosen }));

describe('the products of the specification', () => {
  it('are eight, each with and without a document', () => {
    expect(productNames).toEqual([
      'sepa-credit-transfers',
      'pain.001-sepa-credit-transfers',
      'instant-sepa-credit-transfers',
      'pain.001-instant-sepa-credit-transfers',
      'target-2-payments',
      'pain.001-target-2-payments',
      'cross-border-credit-transfers',
      'pain.001-cross-border-credit-transfers',
    ]);
    expect(findProduct('pain.001-target-2-payments')).toEqual({
      name: 'pain.001-target-2-payments',
      product: 'target-2-payments',
      isDocument: true,
    });
    expect(findProduct('pain.008-sepa-direct-debits')).toBeUndefined();
  });
});

describe('an order', () => {
  it.each(Object.keys(productRules))('with the usual members has no fault as %s', (product) => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a key of the table
    expect(faultsOf({}, { product: product as Product })).toEqual([]);
  });

  it.each<[string, SentPayment, string]>([
    [
      'in another currency',
      { instructedAmount: { currency: 'USD', amount: '1.00' } },
      'enum instructedAmount/currency',
    ],
    [
      'in no currency',
      { instructedAmount: { currency: 'ABC', amount: '1.00' } },
      'enum instructedAmount/currency',
    ],
    ['of zero', { instructedAmount: { currency: 'EUR', amount: '0.00' } }, 'minimum instructedAmount/amount'],
    [
      'with three decimals',
      { instructedAmount: { currency: 'EUR', amount: '1.005' } },
      'format instructedAmount/amount',
    ],
    [
      'above the limit of the scheme',
      { instructedAmount: { currency: 'EUR', amount: '1000000000.00' } },
      'maximum instructedAmount/amount',
    ],
    [
      'to a wrong IBAN',
      { creditorAccount: { iban: 'DE02100100109307118604' } },
      'checksum creditorAccount/iban',
    ],
    ['to an account without an identifier', { creditorAccount: {} }, 'combination-required creditorAccount'],
    [
      'to an account with two',
      { creditorAccount: { iban: 'DE02100100109307118603', bban: '1' } },
      'combination-required creditorAccount',
    ],
    [
      'to an account without an IBAN',
      { creditorAccount: { bban: '12345' } },
      'combination-not-allowed creditorAccount/bban',
    ],
    [
      'from a card',
      { debtorAccount: { pan: '5409050000000000' } },
      'combination-not-allowed debtorAccount/pan',
    ],
    [
      'from an account in no currency',
      { debtorAccount: { iban: 'DE40100100103307118608', currency: 'ABC' } },
      'enum debtorAccount/currency',
    ],
    ['with a blank name', { creditorName: ' ' }, 'too-short creditorName'],
    ['with a long name', { creditorName: 'x'.repeat(71) }, 'too-long creditorName'],
    ['with a picture in its name', { creditorName: 'Acme 🍕' }, 'pattern creditorName'],
    [
      'with a line feed in its text',
      { remittanceInformationUnstructured: 'a\nb' },
      'pattern remittanceInformationUnstructured',
    ],
    ['with an umlaut in its identifier', { endToEndIdentification: 'Ü-1' }, 'pattern endToEndIdentification'],
    [
      'with a slash at the end of its identifier',
      { instructionIdentification: 'A/' },
      'pattern instructionIdentification',
    ],
    [
      'with two slashes in its identifier',
      { endToEndIdentification: 'A//B' },
      'pattern endToEndIdentification',
    ],
    ['with charges that the scheme does not know', { chargeBearer: 'DEBT' }, 'enum chargeBearer'],
    ['with a service level of another product', { serviceLevel: 'URGP' }, 'enum serviceLevel'],
    [
      'with the local instrument of instant payments',
      { localInstrument: 'INST' },
      'unknown-field localInstrument',
    ],
    [
      'with two kinds of remittance',
      { remittanceInformationUnstructured: 'a', remittanceInformationStructured: 'b' },
      'combination-not-allowed remittanceInformationStructured',
    ],
    [
      'with two texts',
      { remittanceInformationUnstructuredArray: ['a', 'b'] },
      'too-many remittanceInformationUnstructuredArray',
    ],
    [
      'with a faulty reference',
      { remittanceInformationStructured: { reference: 'a\tb' } },
      'pattern remittanceInformationStructured/reference',
    ],
    [
      'with a faulty reference in a list',
      { remittanceInformationStructuredArray: [{ reference: '\u0000' }] },
      'pattern remittanceInformationStructuredArray/0/reference',
    ],
    [
      'with a faulty address',
      { creditorAddress: { country: 'DE', streetName: 'a\u0007' } },
      'pattern creditorAddress/streetName',
    ],
  ])('%s has this fault', (_, more, fault) => {
    expect(faultsOf(more)).toEqual([fault]);
  });

  it('has all its faults at once', () => {
    expect(
      faultsOf({
        instructedAmount: { currency: 'EUR', amount: '0' },
        creditorAccount: { iban: 'DE00' },
        creditorName: '',
        chargeBearer: 'SHAR',
      }),
    ).toEqual([
      'minimum instructedAmount/amount',
      'checksum creditorAccount/iban',
      'too-short creditorName',
      'enum chargeBearer',
    ]);
  });

  it('without an account is one only where the payer may choose it', () => {
    const { debtorAccount: _, ...open } = good;
    const rules = productRules['sepa-credit-transfers'];
    expect(shortly(checkPayment(open, rules, choices))).toEqual(['required debtorAccount']);
    expect(checkPayment(open, rules, { ...choices, isDebtorAccountOptional: true })).toEqual([]);
  });

  it('keeps the letters of SEPA', () => {
    expect(
      faultsOf({ creditorName: 'Łukasz Müller-Ångström & Söhne', debtorName: 'Γιώργος Иванов' }),
    ).toEqual([]);
  });

  it('passes with wrong check digits on a test system', () => {
    const more = { creditorAccount: { iban: 'DE23100120020123456789' } };
    expect(faultsOf(more, { areIbansChecked: false })).toEqual([]);
  });

  it('across borders needs the bank of an account without an IBAN', () => {
    const product = 'cross-border-credit-transfers';
    const more = { creditorAccount: { other: { identification: '000123' } } };
    expect(faultsOf(more, { product })).toEqual(['required creditorAgent']);
    expect(faultsOf({ ...more, creditorAgent: 'CHASUS33' }, { product })).toEqual([]);
    expect(faultsOf({ instructedAmount: { currency: 'JPY', amount: '100' } }, { product })).toEqual([]);
    expect(faultsOf({ instructedAmount: { currency: 'JPY', amount: '100.5' } }, { product })).toEqual([
      'format instructedAmount/amount',
    ]);
  });
});

describe('the requested day', () => {
  const today = Temporal.PlainDate.from('2026-11-17');
  const faultsOn = (requestedExecutionDate: string, product: Product = 'sepa-credit-transfers', days = 0) =>
    checkDates({ requestedExecutionDate }, productRules[product], { today, validityDaysMax: days });

  it.each([
    ['2026-11-17', 0],
    ['2026-12-24', 0],
    ['2027-11-18', 0],
    ['2026-11-20', 3],
  ])('%s is allowed within %i days', (day, days) => {
    expect(faultsOn(day, 'sepa-credit-transfers', days)).toEqual([]);
  });

  it.each([
    ['2026-11-16', 0],
    ['2027-11-19', 0],
    ['2026-11-21', 3],
  ])('%s is refused within %i days, under the code for dates', (day, days) => {
    expect(faultsOn(day, 'sepa-credit-transfers', days)).toMatchObject([
      { at: ['requestedExecutionDate'], kind: 'execution-date' },
    ]);
  });

  it('of an instant payment is today, and no product has a time', () => {
    const instant = 'instant-sepa-credit-transfers';
    expect(faultsOn('2026-11-17', instant)).toEqual([]);
    expect(faultsOn('2026-11-18', instant)).toHaveLength(1);
    const time = { requestedExecutionTime: '2026-11-17T10:00:00Z' };
    const bounds = { today, validityDaysMax: 0 };
    expect(checkDates(time, productRules[instant], bounds)).toMatchObject([
      { at: ['requestedExecutionTime'] },
    ]);
  });
});

describe('an address', () => {
  const from = Temporal.PlainDate.from('2026-11-15');
  const faultsIn = (
    creditorAddress: SentPayment['creditorAddress'],
    day = '2026-11-17',
    isHybridAllowed = true,
  ) =>
    shortly(
      checkAddress(creditorAddress === undefined ? {} : { creditorAddress }, Temporal.PlainDate.from(day), {
        rulesFrom: from,
        isHybridAllowed,
      }),
    );

  it('needs a town and a country, and at most two lines beside them', () => {
    expect(faultsIn(undefined)).toEqual([]);
    expect(faultsIn({ country: 'DE', townName: 'Berlin' })).toEqual([]);
    expect(faultsIn({ country: 'DE' })).toEqual(['required creditorAddress/townName']);
    expect(faultsIn({ country: '', townName: ' ' })).toEqual([
      'required creditorAddress/townName',
      'required creditorAddress/country',
    ]);
    expect(faultsIn({ country: 'DE', townName: 'Berlin', addressLines: ['a', 'b'] })).toEqual([]);
    expect(faultsIn({ country: 'DE', townName: 'Berlin', addressLines: ['a', 'b', 'c'] })).toEqual([
      'too-many creditorAddress/addressLines/2',
    ]);
  });

  it('has no lines at a bank that wants none, and is free before the rules apply', () => {
    const lines = { country: 'DE', townName: 'Berlin', addressLines: ['a'] };
    expect(faultsIn(lines, '2026-11-17', false)).toEqual(['too-many creditorAddress/addressLines/0']);
    expect(faultsIn({ country: 'DE' }, '2026-11-14')).toEqual([]);
  });
});
