import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { RegisterUser } from '#capabilities/identity/index.ts';
import type { Registration } from '#capabilities/party/index.ts';
import { isCountry } from '#platform/kernel/country.ts';
import type { Persona } from './persona.ts';
import { personaPassword } from './personas.ts';

type Contact = Registration['contacts'][number];
type Postal = Extract<Contact['address'], { readonly kind: 'postal' }>;

/** One address for each country of residence. */
const addresses: Readonly<Record<Persona['country'], Omit<Postal, 'kind' | 'country'>>> = {
  DE: { streetName: 'Lindenallee', buildingNumber: '4', postCode: '10117', townName: 'Berlin' },
  FR: { streetName: 'Rue des Tilleuls', buildingNumber: '12', postCode: '67000', townName: 'Strasbourg' },
  IT: { streetName: 'Via dei Tigli', buildingNumber: '3', postCode: '20121', townName: 'Milano' },
  KW: { streetName: 'Gulf Road', buildingNumber: '7', postCode: '13001', townName: 'Kuwait City' },
};
const adultAge = 18;

/** Returns the e-mail address of a persona; the domain is reserved for examples. */
export function emailOf({ key }: Persona): string {
  return `${key}@demo.example`;
}

/** Returns a persona as a new customer of the bank. */
export function registrationOf(persona: Persona, today: Temporal.PlainDate): Registration {
  const { country, customerNumber, language, name } = persona;
  const shared = {
    profile: 'customer',
    assignedNumber: customerNumber,
    contacts: contactsOf(persona),
    preference: { preferredLanguage: language },
  } as const;
  if (name.kind === 'organization') {
    const { commercialName, established, kind } = name;
    return {
      ...shared,
      name: { kind, commercialName, registeredName: `${commercialName} GmbH` },
      organization: { established },
    };
  }
  const { birthDate, givenName, kind, surname } = name;
  const age = today.since(birthDate, { largestUnit: 'years' }).years;
  return {
    ...shared,
    name: { kind, givenName, surname },
    birth: { date: birthDate },
    person: { legalCapacity: age < adultAge ? 'limited' : 'full' },
    residence: {
      countryOfResidence: country,
      residenceStatus: country === 'DE' ? 'resident' : 'non-resident',
    },
  };
}

function contactsOf(persona: Persona): readonly Contact[] {
  const { country, user } = persona;
  assert(isCountry(country), 'the fixture has countries of ISO 3166');
  const phone: readonly Contact[] =
    user === undefined
      ? []
      : [{ method: 'mobile', usage: 'primary', address: { kind: 'phone', number: user.phone } }];
  return [
    ...phone,
    { method: 'email', usage: 'primary', address: { kind: 'email', value: emailOf(persona) } },
    {
      method: 'postal',
      usage: 'primary',
      address: { kind: 'postal', country, ...addresses[persona.country] },
    },
  ];
}

/** Returns the user of a persona. The bank knows the contacts since `since`, so new codes are not needed. */
export function userOf(
  persona: Persona,
  { phone, since }: { readonly phone: string; readonly since: Temporal.Instant },
): RegisterUser {
  const { customerNumber, key, name, user } = persona;
  const [firstName, lastName] =
    name.kind === 'individual' ? [name.givenName, name.surname] : [undefined, name.commercialName];
  return {
    username: key,
    password: personaPassword,
    email: emailOf(persona),
    phone,
    customerNumber,
    firstName,
    lastName,
    hintPictureUrl: undefined,
    termsVersion: '1',
    verificationIds: [],
    known: { since, verified: user?.hasSecondFactor === true ? ['email', 'phone'] : ['email'] },
  };
}
