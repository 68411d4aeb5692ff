import assert from 'node:assert/strict';
import type { AccountKey, Persona, PersonaAccount } from './persona.ts';
import { accountsWithLimits } from './personas/accounts-with-limits.ts';
import { businesses } from './personas/businesses.ts';
import { namesAndLanguages } from './personas/names-and-languages.ts';
import { ordinaryPeople } from './personas/ordinary-people.ts';
import { peopleWithStanding } from './personas/people-with-standing.ts';
import { unusualAccounts } from './personas/unusual-accounts.ts';

/**
 * The customers of the demo bank: a published fixture. Keys, customer numbers, IBANs and card numbers never change,
 * because documents, tests and programs of others name them. The bank code 90090001 belongs to no bank.
 */
export const personas: readonly Persona[] = [
  ...ordinaryPeople,
  ...accountsWithLimits,
  ...unusualAccounts,
  ...namesAndLanguages,
  ...peopleWithStanding,
  ...businesses,
];

/** The password of every persona. It is public: the demo bank exists only where a setting enables it. */
export const personaPassword = 'copper lantern meadow 47';

/** Returns the persona of a key. */
export function findPersona(key: string): Persona | undefined {
  return personas.find((persona) => persona.key === key);
}

/** An account, with the persona who owns it. */
export interface OwnedAccount {
  readonly persona: Persona;
  readonly account: PersonaAccount;
}

/** All accounts, in the order of the personas. */
export const personaAccounts: readonly OwnedAccount[] = personas.flatMap((persona) =>
  persona.accounts.map((account) => ({ persona, account })),
);

const byKey = new Map(personaAccounts.map((owned) => [owned.account.key, owned]));

/** Returns whether a text names an account of a persona, as opposed to a counterparty. */
export function isAccountKey(text: string): text is AccountKey {
  return text.includes('/');
}

/** Returns an account by its key. */
export function accountOf(key: AccountKey): OwnedAccount {
  const found = byKey.get(key);
  assert(found !== undefined, `no persona has the account ${key}`);
  return found;
}

/** Returns the name of a persona as entries show it. */
export function displayNameOf({ name }: Persona): string {
  return name.kind === 'individual' ? `${name.givenName} ${name.surname}` : name.commercialName;
}
