import Type from 'typebox';
import {
  contractKinds,
  documentKinds,
  employmentStatuses,
  marketingPurposes,
} from '#capabilities/party/index.ts';
import { orNull } from '#dialects/channel/schema-parts.ts';
import { named } from '#platform/http/named-schema.ts';
import { changeCodeDigits } from '../domain/policy.ts';

const { Optional } = Type;

export const closed = { additionalProperties: false } as const;
export const day = Type.String({ format: 'date' });
export const timestamp = Type.String({ format: 'date-time' });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const code = text(35);
const country = Type.String({ pattern: '^[A-Z]{2}$' });
export const contentUrl = Type.String({ minLength: 8, maxLength: 2000 });
export const id = Type.String({ format: 'uuid' });
/** A code that was sent to a new contact. */
export const changeCode = Type.String({ pattern: `^[0-9]{${changeCodeDigits}}$` });
const idNumber = Type.String({ minLength: 3, maxLength: 35 });

/** SPEC 2.1.3 in camelCase. */
export const postalAddress = named(
  'PostalAddress',
  'A postal address.',
  Type.Object(
    {
      kind: Optional(Type.Literal('postal')),
      label: Optional(text(350)),
      streetName: Optional(text(70)),
      buildingNumber: Optional(text(16)),
      postCode: Optional(text(16)),
      townName: code,
      countrySubdivision: Optional(code),
      country,
      streetCode: Optional(code),
      townCode: Optional(code),
      addressCode: Optional(code),
      coordinates: Optional(
        Type.Object(
          {
            lat: Type.Number({ minimum: -90, maximum: 90 }),
            long: Type.Number({ minimum: -180, maximum: 180 }),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

/** SPEC 2.1.5 in camelCase. */
export const identificationDocument = named(
  'IdentificationDocument',
  'An identification document of the client.',
  Type.Object(
    {
      kind: Type.Enum(documentKinds),
      documentNumber: idNumber,
      issueDate: day,
      expiryDate: Optional(day),
      issuingCountry: country,
      issuingAuthority: text(140),
      placeOfIssue: Optional(text(70)),
      placeOfIssueCode: Optional(code),
      contentUrl: Optional(contentUrl),
    },
    closed,
  ),
);

const money = named(
  'Money',
  'An amount of money.',
  Type.Object(
    {
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amount: Type.String({ pattern: '^[0-9]{1,14}(\\.[0-9]{1,4})?$' }),
    },
    closed,
  ),
  { currency: 'ISO 4217.', amount: 'Decimal number with a point.' },
);
const years = Type.Integer({ minimum: 0, maximum: 80 });

/** SPEC 2.4.16 in camelCase. An absent member is cleared: the changed document is validated, not the patch. */
export const employment = named(
  'Employment',
  'The employment of the client.',
  Type.Object(
    {
      employmentStatus: Optional(Type.Enum(employmentStatuses)),
      employerName: Optional(text(140)),
      employerPartyNumber: Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' })),
      employedSince: Optional(day),
      jobTitle: Optional(text(70)),
      tenureYears: Optional(years),
      experienceYears: Optional(years),
      educationLevel: Optional(text(200)),
      occupation: Optional(text(200)),
      industry: Optional(text(200)),
      contractKind: Optional(Type.Enum(contractKinds)),
      netMonthlyIncome: Optional(money),
    },
    closed,
  ),
);

const taxResidencies = Type.Array(Type.Object({ country, tin: Optional(idNumber) }, closed), {
  maxItems: 20,
});

const purposes = Type.Array(Type.Enum([...marketingPurposes]), {
  maxItems: marketingPurposes.length,
  uniqueItems: true,
});

/** What a client may change with one factor. SPEC 4.2 */
export const updateMembers = Type.Object(
  {
    displayName: Optional(orNull(Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{C}]*$' }))),
    preferredLanguage: Optional(orNull(Type.String({ format: 'language', minLength: 2, maxLength: 35 }))),
    timeZone: Optional(orNull(Type.String({ minLength: 1, maxLength: 64 }))),
    contactAddress: Optional(postalAddress),
    marketingOptIns: Optional(purposes),
    marketingOptOuts: Optional(purposes),
    profilePictureUrl: Optional(orNull(contentUrl)),
  },
  closed,
);

/** What a client may change with two factors. SPEC 4.3 */
export const secureUpdateMembers = Type.Object(
  {
    mobilePhone: Optional(Type.String({ minLength: 1, maxLength: 40 })),
    email: Optional(Type.String({ minLength: 3, maxLength: 254 })),
    changeRequestId: Optional(id),
    code: Optional(changeCode),
    legalAddress: Optional(postalAddress),
    deliveryAddress: Optional(postalAddress),
    taxResidencies: Optional(taxResidencies),
    employment: Optional(employment),
    idDocument: Optional(identificationDocument),
    surname: Optional(text(70)),
    documentUrl: Optional(contentUrl),
  },
  { ...closed, dependentRequired: { email: ['changeRequestId', 'code'] } },
);
