import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IndividualName } from './facts.ts';
import { displayNameOf, fullNameOf } from './names.ts';

const name: IndividualName = { kind: 'individual', givenName: 'Ana', surname: 'Kovač' };

describe('a name', () => {
  test.each([
    [name, 'Ana Kovač', 'Ana Kovač'],
    [{ ...name, middleName: 'Maria' }, 'Ana Kovač', 'Ana Maria Kovač'],
    [{ ...name, birthSurname: 'Novak' }, 'Ana Kovač', 'Ana Kovač'],
  ])('%j is shown as %s, in full as %s', (given, shown, full) => {
    expect(displayNameOf(given)).toBe(shown);
    expect(fullNameOf(given)).toBe(full);
  });

  test('of an organization is its commercial name', () => {
    const company = {
      kind: 'organization',
      commercialName: 'Bakery',
      registeredName: 'Bakery B.V.',
    } as const;
    expect(displayNameOf(company)).toBe('Bakery');
  });

  test('is never longer than allowed, and never cut within a character', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'č', '𠮷'),
      minLength: 1,
      maxLength: 200,
      size: 'max',
    });
    fc.assert(
      fc.property(text, text, text, (givenName, middleName, surname) => {
        const whole: IndividualName = { kind: 'individual', givenName, middleName, surname };
        const [shown, full] = [displayNameOf(whole), fullNameOf(whole)];
        expect(Array.from(`${givenName} ${surname}`).slice(0, 140)).toEqual(Array.from(shown));
        expect(Array.from(`${givenName} ${middleName} ${surname}`).slice(0, 280)).toEqual(Array.from(full));
        expect(shown.isWellFormed() && full.isWellFormed()).toBe(true);
      }),
    );
  });
});
