import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duplicateExplanations, duplicateReasons, nameAndBirthKey } from './duplicates.ts';
import type { IndividualName, PartyName } from './facts.ts';

const day = '1980-02-29';
const person = (givenName: string, surname: string, more: Partial<IndividualName> = {}): IndividualName => ({
  kind: 'individual',
  givenName,
  surname,
  ...more,
});
const company = (commercialName: string, registeredName?: string): PartyName => ({
  kind: 'organization',
  commercialName,
  ...(registeredName === undefined ? {} : { registeredName }),
});

describe('two parties born on the same day', () => {
  test.each<[string, PartyName, PartyName]>([
    ['the order of the names', person('Ana', 'Kovač'), person('Kovač', 'Ana')],
    ['case and accents', person('ANA', 'Kovac'), person('Ana', 'Kovač')],
    ['the script', person('Ана', 'Ковач'), person('Ana', 'Kovač')],
    ['where one name ends', person('Ana Maria', 'Kovač'), person('Ana', 'Maria Kovač')],
    ['a middle name', person('Ana', 'Kovač', { middleName: 'Maria' }), person('Ana', 'Kovač')],
    ['the name at birth', person('Ana', 'Kovač', { birthSurname: 'Novak' }), person('Ana', 'Kovač')],
    ['how a company calls itself', company('Bread', 'Bakery B.V.'), company('Cake', 'BAKERY B.V.')],
    ['whether it is registered', company('Bakery'), company('Bread', 'Bakery')],
  ])('match in spite of %s', (_what, one, other) => {
    expect(nameAndBirthKey(one, day)).toBeDefined();
    expect(nameAndBirthKey(one, day)).toBe(nameAndBirthKey(other, day));
  });

  test.each<[string, PartyName, PartyName]>([
    ['another surname', person('Ana', 'Novak'), person('Ana', 'Kovač')],
    ['one name more', person('Ana Maria', 'Kovač'), person('Ana', 'Kovač')],
    ['the same name twice', person('Ana', 'Ana'), person('Ana', 'Kovač')],
    ['being no person', company('Ana Kovač'), person('Ana', 'Kovač')],
  ])('do not match with %s', (_what, one, other) => {
    expect(nameAndBirthKey(one, day)).not.toBe(nameAndBirthKey(other, day));
  });
});

test('on different days do not match, and without a day nothing is compared', () => {
  expect(nameAndBirthKey(person('Ana', 'Kovač'), '1980-03-01')).not.toBe(
    nameAndBirthKey(person('Ana', 'Kovač'), day),
  );
  expect(nameAndBirthKey(person('Ana', 'Kovač'), undefined)).toBeUndefined();
});

test('names without any letter match nothing', () => {
  expect(nameAndBirthKey(person('-', '.'), day)).toBeUndefined();
});

test('the words of a name may be shuffled and split anywhere', () => {
  const words = fc.array(fc.constantFrom('Ana', 'Maria', 'de', 'Kovač', 'Ковач'), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      words.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      fc.nat(4),
      ([list, shuffled], cut) => {
        const place = 1 + (cut % (list.length - 1));
        const cutAt = (all: readonly string[]): PartyName =>
          person(all.slice(0, place).join(' '), all.slice(place).join(' '));
        expect(nameAndBirthKey(cutAt(shuffled), day)).toBe(nameAndBirthKey(cutAt(list), day));
      },
    ),
  );
});

test('every reason is explained', () => {
  expect(Object.keys(duplicateExplanations)).toEqual([...duplicateReasons]);
});
