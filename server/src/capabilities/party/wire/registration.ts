import type { Static } from 'typebox';
import { type FieldCursor, inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { mapDefined, omitUndefined, present, unlessEmpty } from '#platform/kernel/members.ts';
import type { registerIndividual } from '../contract/individuals.ts';
import type { registerOrganization } from '../contract/organizations.ts';
import type { postalAddress } from '../contract/values.ts';
import type { NewContactPoint, Registration } from '../domain/changes.ts';
import type { Birth, ContactAddress, Organization, Person, Size } from '../domain/facts.ts';
import { isLei } from '../domain/lei.ts';
import type { ContactMethod, ContactUsage, PartyKind, RegistrationProfile } from '../domain/literals.ts';
import { mandatoryFields } from '../domain/registration-profiles.ts';
import { phoneMethodOf, readEmail, readMobilePhone, readPhone, readPostal } from './addresses.ts';
import { readOwnership, readRepresentatives, readSize } from './organization-values.ts';
import { readPreference } from './preferences.ts';
import {
  readCountries,
  readCountry,
  readDocument,
  readIdentification,
  readOrganizationName,
  readPersonName,
  readServicing,
  readTaxResidencies,
} from './values.ts';

type IndividualBody = RequestOf<typeof registerIndividual>['body'];
type OrganizationBody = RequestOf<typeof registerOrganization>['body'];
type Body = IndividualBody | OrganizationBody;

export function toIndividualRegistration({ body }: RequestOf<typeof registerIndividual>): Registration {
  return inspect('body', (cursor) => {
    reportMissing(body, { kind: 'individual', profile: body['registration-profile'] }, cursor);
    return omitUndefined({
      ...readCommon(body, cursor),
      name: omitUndefined({
        kind: 'individual',
        givenName: readPersonName(body['given-name'], cursor.at('given-name')),
        middleName: mapDefined(body['middle-name'], (text) => readPersonName(text, cursor.at('middle-name'))),
        surname: readPersonName(body.surname, cursor.at('surname')),
        birthSurname: mapDefined(body['birth-surname'], (text) =>
          readPersonName(text, cursor.at('birth-surname')),
        ),
      }),
      contacts: present([
        point(
          'mobile',
          'primary',
          mapDefined(body['mobile-phone'], (phone) => readMobilePhone(phone, cursor.at('mobile-phone'))),
        ),
        point(
          'email',
          'primary',
          mapDefined(body['email-address'], (email) => readEmail(email, cursor.at('email-address'))),
        ),
        ...postalPoints(body, cursor),
      ]),
      birth: readBirth(body, cursor),
      person: readPerson(body, cursor),
      employment: mapDefined(body['employment-status'], (status) => ({ status })),
      taxResidencies: mapDefined(body['tax-residencies'], (list) =>
        readTaxResidencies(list, cursor.at('tax-residencies')),
      ),
      document: mapDefined(body['id-document'], (document) =>
        readDocument(document, cursor.at('id-document')),
      ),
    });
  });
}

export function toOrganizationRegistration({ body }: RequestOf<typeof registerOrganization>): Registration {
  return inspect('body', (cursor) => {
    reportMissing(body, { kind: 'organization', profile: body['registration-profile'] }, cursor);
    const phone = readPhone(body.phone, cursor.at('phone'));
    return omitUndefined({
      ...readCommon(body, cursor),
      name: omitUndefined({
        kind: 'organization',
        commercialName: readOrganizationName(body['commercial-name'], cursor.at('commercial-name')),
        registeredName: mapDefined(body['registered-name'], (text) =>
          readOrganizationName(text, cursor.at('registered-name')),
        ),
        legalStructure: body['legal-structure'],
      }),
      contacts: present([
        mapDefined(phone, (address) => point(phoneMethodOf(address), 'primary', address)),
        point(
          'email',
          'primary',
          mapDefined(body['email-address'], (email) => readEmail(email, cursor.at('email-address'))),
        ),
        ...postalPoints(body, cursor),
      ]),
      organization: readOrganization(body, cursor),
      ownership: mapDefined(body.ownership, (ownership) => readOwnership(ownership, cursor.at('ownership'))),
      size: mapDefined(body.size, (size) => readWholeSize(size, cursor.at('size'))),
      representatives: mapDefined(body.representatives, (list) =>
        readRepresentatives(list, cursor.at('representatives')),
      ),
    });
  });
}

/** Reads the members that both kinds of registrations have. */
function readCommon(
  body: Body,
  cursor: FieldCursor,
): Pick<
  Registration,
  | 'profile'
  | 'partyNumber'
  | 'duplicateOverride'
  | 'identification'
  | 'residence'
  | 'preference'
  | 'servicing'
> {
  return omitUndefined({
    profile: body['registration-profile'],
    partyNumber: body['party-number'],
    duplicateOverride: body['duplicate-override'],
    identification: readIdentification(body, cursor),
    residence: mapDefined(body['country-of-residence'], (country) => ({
      countryOfResidence: readCountry(country, cursor.at('country-of-residence')),
    })),
    preference: mapDefined(body['contact-preference'], (requested) =>
      readPreference(requested, cursor.at('contact-preference')),
    ),
    servicing: mapDefined(body['servicing-info'], readServicing),
  });
}

/** SPEC 000: the profile selects the mandatory fields. */
function reportMissing(
  body: Body,
  { kind, profile }: { readonly kind: PartyKind; readonly profile: RegistrationProfile },
  cursor: FieldCursor,
): void {
  for (const field of mandatoryFields[kind][profile]) {
    if (Reflect.get(body, field) === undefined) cursor.at(field).report('required');
  }
}

function postalPoints(
  body: Pick<Body, 'contact-address' | 'legal-address' | 'delivery-address'>,
  cursor: FieldCursor,
): readonly (NewContactPoint | undefined)[] {
  const read = (
    field: 'contact-address' | 'legal-address' | 'delivery-address',
  ): ContactAddress | undefined =>
    mapDefined<Static<typeof postalAddress>, ContactAddress | undefined>(body[field], (address) =>
      readPostal(address, cursor.at(field)),
    );
  return [
    point('postal', 'primary', read('contact-address')),
    point('postal', 'legal', read('legal-address')),
    point('postal', 'delivery', read('delivery-address')),
  ];
}

function point(
  method: ContactMethod,
  usage: ContactUsage,
  address: ContactAddress | undefined,
): NewContactPoint | undefined {
  return address === undefined ? undefined : { method, usage, address };
}

function readBirth(body: IndividualBody, cursor: FieldCursor): Birth | undefined {
  return unlessEmpty(
    omitUndefined({
      date: body['birth-date'],
      place: body['birth-place'],
      placeCode: body['birth-place-code'],
      country: mapDefined(body['birth-country'], (country) =>
        readCountry(country, cursor.at('birth-country')),
      ),
    }),
  );
}

function readPerson(body: IndividualBody, cursor: FieldCursor): Person | undefined {
  return unlessEmpty(
    omitUndefined({
      gender: body.gender,
      citizenships: mapDefined(body.citizenships, (codes) => readCountries(codes, cursor.at('citizenships'))),
      maritalStatus: body['marital-status'],
    }),
  );
}

function readOrganization(body: OrganizationBody, cursor: FieldCursor): Organization | undefined {
  const { lei } = body;
  if (lei !== undefined && !isLei(lei)) cursor.at('lei').report('checksum');
  return unlessEmpty(
    omitUndefined({
      purpose: body['organization-purpose'],
      established: body.established,
      soleTrader: body['sole-trader'],
      lei,
      industry: body.industry,
    }),
  );
}

function readWholeSize(body: NonNullable<OrganizationBody['size']>, cursor: FieldCursor): Size {
  const { size, headcount, annualTurnover, balanceSheetTotal, fiscalYear } = readSize(body, cursor);
  return omitUndefined({
    size: size ?? undefined,
    headcount: headcount ?? undefined,
    annualTurnover: annualTurnover ?? undefined,
    balanceSheetTotal: balanceSheetTotal ?? undefined,
    fiscalYear: fiscalYear ?? undefined,
  });
}
