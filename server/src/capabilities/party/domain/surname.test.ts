import { describe, expect, test } from 'vitest';
import { today } from '../testing/fact-samples.suite.ts';
import type { IndividualName } from './facts.ts';
import { surnameChangeReasons } from './literals.ts';
import { changedSurname } from './surname.ts';

const name: IndividualName = { kind: 'individual', givenName: 'Ana', middleName: 'Maria', surname: 'Kovač' };

describe.each(surnameChangeReasons)('after %s', (reason) => {
  const change = { reason, effectiveDate: today, surname: 'Novak' };

  test('the surname changes, and only a first marriage keeps the old one as birth surname', () => {
    expect(changedSurname(name, change)).toStrictEqual({
      ...name,
      surname: 'Novak',
      ...(reason === 'marriage' ? { birthSurname: 'Kovač' } : {}),
    });
  });

  test('a known birth surname stays', () => {
    const born = { ...name, birthSurname: 'Horvat' };
    expect(changedSurname(born, change)).toStrictEqual({ ...born, surname: 'Novak' });
  });

  test('the same surname is no change', () => {
    expect(changedSurname(name, { ...change, surname: 'Kovač' })).toBe('surname-unchanged');
  });
});
