import { describe, expect, test } from 'vitest';
import { today } from '../testing/fact-samples.suite.ts';
import type { IndividualName } from './facts.ts';
import { surnameChangeReasons } from './literals.ts';
import { changedSurname } from './surname.ts';

const name: IndividualName = { kind: 'individual', givenName: 'Ana', middleName: 'Maria', surname: 'Kovač' };

describe.each(surnameChangeReasons)('after %s', (reason) => {
  const change = { reason, effectiveDate: today, surname: 'Novak' };

  test('the surname is another one, and only whoever marries first keeps the old one as name at birth', () => {
    expect(changedSurname(name, change)).toStrictEqual({
      ...name,
      surname: 'Novak',
      ...(reason === 'marriage' ? { birthSurname: 'Kovač' } : {}),
    });
  });

  test('a name at birth that is known stays', () => {
    const born = { ...name, birthSurname: 'Horvat' };
    expect(changedSurname(born, change)).toStrictEqual({ ...born, surname: 'Novak' });
  });

  test('the same surname is no change', () => {
    expect(changedSurname(name, { ...change, surname: 'Kovač' })).toBe('surname-unchanged');
  });
});
