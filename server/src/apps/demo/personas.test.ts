import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasCheckDigitMod11And10 } from '#platform/kernel/check-digits.ts';
import { isIban } from '#platform/kernel/iban.ts';
import { counterparties } from './counterparties.ts';
import { findPersona, personaAccounts, personas } from './personas.ts';
import { payeeOf } from './plan-habit.ts';

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) < index);

describe('the fixture of personas', () => {
  it('has valid numbers', () => {
    const ibans = personaAccounts.flatMap(({ account: { iban } }) => (iban === undefined ? [] : [iban]));
    expect(ibans.length).toBeGreaterThan(30);
    expect(ibans.filter((iban) => !isIban(iban) || !iban.startsWith('90090001', 4))).toEqual([]);
    expect(Object.values(counterparties).filter(({ iban }) => !isIban(iban))).toEqual([]);
    const numbers = personas.map(({ customerNumber }) => customerNumber);
    expect(numbers.filter((number) => !hasCheckDigitMod11And10(number))).toEqual([]);
  });

  it('uses no key and no number twice', () => {
    expect(twice(personas.map(({ key }) => key))).toEqual([]);
    expect(twice(personas.map(({ customerNumber }) => customerNumber))).toEqual([]);
    expect(twice(personas.flatMap(({ user }) => (user === undefined ? [] : [user.phone])))).toEqual([]);
    expect(twice(personaAccounts.map(({ account }) => account.key))).toEqual([]);
    expect(twice(personaAccounts.map(({ account }) => account.iban ?? account.maskedPan ?? ''))).toEqual([]);
  });

  it('keeps the numbers that others have written down', () => {
    const published = personas.map(({ accounts, customerNumber, key }) =>
      [key, customerNumber, ...accounts.map(({ iban, maskedPan }) => iban ?? maskedPan)].join(' '),
    );
    // A new persona changes this; a number that exists may not.
    expect(hash('sha256', published.join('\n'), 'hex')).toBe(
      '84496ec193da905636308411dde230e716a78bccba0b88eafc66a94389ecce20',
    );
  });

  it('names accounts and counterparties that exist', () => {
    const payees = personaAccounts.flatMap(({ account }) =>
      account.habits.flatMap((habit) => {
        if (habit.kind === 'standing-order') return [habit.to];
        return habit.kind === 'card-bill' ? [habit.from] : [];
      }),
    );
    expect(payees.filter((payee) => !isIban(payeeOf(payee).iban))).toEqual([]);
    const signatories = personas.flatMap((persona) => persona.signatories ?? []);
    expect(signatories.filter((key) => findPersona(key)?.user === undefined)).toEqual([]);
  });

  it.each([
    'ordinary',
    'salary',
    'joint-any',
    'joint-all',
    'corporate',
    'blocked',
    'closed',
    'low-balance',
    'overdrawn',
    'multicurrency',
    'dinar',
    'right-to-left',
    'long-name',
    'non-latin',
    'no-second-factor',
    'minor',
    'deceased',
    'many-accounts',
    'busy-cafe',
    'savings-only',
    'card-only',
    'former',
    'same-name-1',
    'same-name-2',
    'non-resident',
  ])('has the case %s, described in a sentence', (key) => {
    expect(findPersona(key)?.sentence).toMatch(/^(?:A|An|The|One) .{20,110}$/);
  });

  it('means what the cases say', () => {
    expect(findPersona('many-accounts')?.accounts).toHaveLength(12);
    expect(findPersona('multicurrency')?.accounts[0]?.currencies).toEqual(['EUR', 'USD', 'JPY']);
    expect(findPersona('corporate')?.signatories).toHaveLength(3);
    expect(findPersona('no-second-factor')?.user?.hasSecondFactor).toBe(false);
    expect(findPersona('same-name-1')?.name).toMatchObject({ givenName: 'Thomas', surname: 'Müller' });
    expect(findPersona('same-name-2')?.name).toMatchObject({ givenName: 'Thomas', surname: 'Müller' });
  });

  it('has customers with one kind of account', () => {
    expect(findPersona('savings-only')?.accounts.map(({ kind }) => kind)).toEqual(['savings']);
    expect(findPersona('card-only')?.accounts.map(({ kind }) => kind)).toEqual(['card']);
  });
});
