import fc from 'fast-check';
import type { SinglePayment } from '../domain/single-payment.ts';

/** Texts that keep their form in XML: without white space around them and without control characters. */
const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...'abcXYZ019 -?:().,\'+&<>"éßΩ€🎁'), { minLength: 1, maxLength })
    .map((letters) => letters.join('').trim())
    .filter((text) => text !== '' && Array.from(text).length <= maxLength);

const identifier = textOf(35).filter((text) => text !== 'NOTPROVIDED');
const code = fc.stringMatching(/^[A-Z]{4}$/).filter((text) => text !== 'BBAN');
const iban = fc.stringMatching(/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{10,30}$/);
const currency = fc.constantFrom('EUR', 'JPY', 'CHF');

const account = fc.oneof(
  fc.record({ iban, currency }, { requiredKeys: ['iban'] }),
  fc.record({ bban: fc.stringMatching(/^[a-zA-Z0-9]{1,30}$/), currency }, { requiredKeys: ['bban'] }),
  fc
    .oneof(
      fc.record(
        { identification: textOf(34), schemeNameCode: code, issuer: textOf(35) },
        { requiredKeys: ['identification'] },
      ),
      fc.record({ identification: textOf(34), schemeNameProprietary: textOf(35) }),
    )
    .map((other) => ({ other })),
);

const address = fc.record(
  {
    country: fc.constantFrom('NL', 'DE', ''),
    department: textOf(70),
    subDepartment: textOf(70),
    streetName: textOf(70),
    buildingNumber: textOf(16),
    postCode: textOf(16),
    townName: textOf(35),
    countrySubDivision: textOf(35),
    addressLines: fc.array(textOf(70), { minLength: 1, maxLength: 7 }),
  },
  { requiredKeys: ['country', 'streetName'] },
);

/** Tags take 88 of the 140 characters of a reference with type and issuer. */
const reference = fc.oneof(
  fc.record({ reference: textOf(35) }),
  fc.record({ reference: textOf(25), referenceType: fc.constantFrom('SCOR', 'own') }),
  fc.record({ reference: textOf(25), referenceType: fc.constant('SCOR'), referenceIssuer: textOf(20) }),
);

const amount = fc
  .tuple(fc.nat(999_999_999), fc.constantFrom('', '.5', '.05', '.00'))
  .map(([whole, fraction]) => `${whole}${fraction}`);

const remittance = fc.oneof(
  fc.record({ remittanceInformationUnstructured: textOf(140) }),
  fc.record({ remittanceInformationStructured: reference }),
  fc.constant({}),
);

const plain: fc.Arbitrary<SinglePayment> = fc.record(
  {
    endToEndIdentification: identifier,
    instructionIdentification: textOf(35),
    debtorName: textOf(70),
    debtorAccount: account,
    debtorId: textOf(35),
    ultimateDebtor: textOf(70),
    instructedAmount: fc.record({ currency, amount }),
    creditorAccount: account,
    creditorAgent: fc.constantFrom('RABONL2U', 'PBNKDEFFXXX'),
    creditorAgentName: textOf(140),
    creditorName: textOf(70),
    creditorId: textOf(35),
    creditorAddress: address,
    ultimateCreditor: textOf(70),
    purposeCode: code,
    categoryPurposeCode: code,
    chargeBearer: fc.constantFrom('SLEV', 'SHAR'),
    serviceLevel: code,
    localInstrument: fc.constant('INST'),
    requestedExecutionDate: fc.constantFrom('2026-11-16', '2028-02-29'),
  },
  {
    requiredKeys: [
      'debtorAccount',
      'instructedAmount',
      'creditorAccount',
      'creditorName',
      'requestedExecutionDate',
    ],
  },
);

/** Payments that both versions can express. */
export const paymentOfBoth: fc.Arbitrary<SinglePayment> = fc
  .tuple(plain, remittance)
  .map(([payment, information]) => ({ ...payment, ...information }));

const uetr = fc.uuid({ version: 4 });
const newAddress = fc.record({
  buildingName: textOf(35),
  floor: textOf(70),
  postBox: textOf(16),
  room: textOf(70),
  townLocationName: textOf(35),
  districtName: textOf(35),
});

/** Payments with what only version 09 can express. */
export const paymentOf09: fc.Arbitrary<SinglePayment> = fc
  .tuple(paymentOfBoth, fc.record({ uetr }), newAddress, fc.boolean())
  .map(([{ requestedExecutionDate = '', ...payment }, ids, more, isTimed]) => ({
    ...payment,
    ...ids,
    creditorAddress: { country: 'NL', ...more, ...payment.creditorAddress },
    ...(isTimed
      ? { requestedExecutionTime: `${requestedExecutionDate}T08:00:00+01:00` }
      : { requestedExecutionDate }),
  }));
