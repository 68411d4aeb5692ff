import Type from 'typebox';
import { accountIdentifiers } from '#dialects/xs2a/schema-parts.ts';
import { named } from '#platform/http/named-schema.ts';

const { Optional } = Type;

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const closed = { additionalProperties: false } as const;

/** SPEC xs2a 3.1 */
const amount = named(
  'PaymentAmount',
  'An amount to pay.',
  Type.Object(
    {
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amount: Type.String({ pattern: '^[0-9]{1,14}(?:\\.[0-9]{1,3})?$' }),
    },
    closed,
  ),
  { currency: 'ISO 4217.', amount: 'Decimal number with a point.' },
);

/** SPEC xs2a 3.3 */
const accountReference = named(
  'PaymentAccount',
  'An account by exactly one of its numbers.',
  Type.Object(
    {
      ...accountIdentifiers,
      other: Optional(
        Type.Object(
          {
            identification: text(35),
            schemeNameCode: Optional(text(35)),
            schemeNameProprietary: Optional(text(35)),
            issuer: Optional(text(35)),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

/** SPEC xs2a-2026 1.4 */
const address = named(
  'PaymentAddress',
  'A structured postal address.',
  Type.Object(
    {
      country: Type.String({ pattern: '^[A-Z]{2}$' }),
      department: Optional(text(70)),
      subDepartment: Optional(text(70)),
      streetName: Optional(text(70)),
      buildingNumber: Optional(text(16)),
      buildingName: Optional(text(35)),
      floor: Optional(text(70)),
      postBox: Optional(text(16)),
      room: Optional(text(70)),
      postCode: Optional(text(16)),
      townName: Optional(text(35)),
      townLocationName: Optional(text(35)),
      districtName: Optional(text(35)),
      countrySubDivision: Optional(text(35)),
    },
    closed,
  ),
);

const reference = named(
  'CreditorReference',
  'Structured remittance information.',
  Type.Object(
    { reference: text(35), referenceType: Optional(text(35)), referenceIssuer: Optional(text(35)) },
    closed,
  ),
  { referenceType: 'Such as SCOR (ISO 11649).' },
);

/** SPEC xs2a 3.4: members of all products; which of them a product needs, and which it refuses, its rules say. */
export const singlePayment = named(
  'SinglePayment',
  'A payment. Products differ in the members that they require and allow.',
  Type.Object(
    {
      endToEndIdentification: Optional(text(35)),
      instructionIdentification: Optional(text(35)),
      debtorName: Optional(text(70)),
      debtorAccount: Optional(accountReference),
      debtorId: Optional(text(35)),
      ultimateDebtor: Optional(text(70)),
      instructedAmount: amount,
      creditorAccount: accountReference,
      creditorAgent: Optional(Type.String({ pattern: '^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$' })),
      creditorAgentName: Optional(text(140)),
      creditorName: text(70),
      creditorId: Optional(text(35)),
      creditorAddress: Optional(address),
      ultimateCreditor: Optional(text(70)),
      purposeCode: Optional(Type.String({ pattern: '^[A-Z0-9]{4}$' })),
      categoryPurposeCode: Optional(Type.String({ pattern: '^[A-Z0-9]{4}$' })),
      chargeBearer: Optional(Type.Enum(['DEBT', 'CRED', 'SHAR', 'SLEV'])),
      serviceLevel: Optional(Type.String({ pattern: '^[A-Z0-9]{1,4}$' })),
      remittanceInformationUnstructured: Optional(text(140)),
      remittanceInformationUnstructuredArray: Optional(Type.Array(text(140), { minItems: 1, maxItems: 20 })),
      remittanceInformationStructured: Optional(Type.Union([text(140), reference])),
      remittanceInformationStructuredArray: Optional(Type.Array(reference, { minItems: 1, maxItems: 20 })),
      requestedExecutionDate: Optional(Type.String({ format: 'date' })),
      requestedExecutionTime: Optional(Type.String({ format: 'date-time' })),
    },
    closed,
  ),
  {
    endToEndIdentification: 'Reference of the payer; the payee sees it.',
    instructionIdentification: 'Reference for the bank only.',
    creditorAgent: 'BIC of the bank of the payee.',
    requestedExecutionDate: 'Absent: as soon as possible.',
  },
);
