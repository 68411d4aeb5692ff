import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFacts } from '../testing/arbitrary-facts.suite.ts';
import { documentWith, personWith, pointWith } from '../testing/fact-samples.suite.ts';
import { canonical, changedFacts, factsOf, isSensitive, partyFactsFrom } from './fact-map.ts';

/** The same value with the members of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe('facts', () => {
  test('are equal after being split and joined', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(partyFactsFrom(factsOf(facts))).toStrictEqual(facts);
      }),
    );
  });

  test('contain no undefined member', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect([...factsOf(facts).values()]).not.toContain(undefined);
      }),
    );
  });

  test('have contact points and documents in the order of their ids, wherever they were', () => {
    const points = ['a', 'b', 'c'].map((id) => pointWith({ id }));
    const documents = ['d', 'e'].map((id) => documentWith({ id }));
    const apart = factsOf(
      personWith({ contactPoints: points.toReversed() }, { documents: documents.toReversed() }),
    );
    expect(partyFactsFrom(apart)).toEqual(personWith({ contactPoints: points }, { documents }));
  });

  test.each(['profile', 'name', 'customer'])('without %s are no party', (name) => {
    const facts = new Map(factsOf(personWith()));
    facts.delete(name);
    expect(partyFactsFrom(facts)).toBeUndefined();
  });
});

describe('a sensitive fact', () => {
  test.each([
    'identification',
    'birth',
    'taxResidencies',
    'netMonthlyIncome',
    'death',
    'ownerNumbers',
    'document:x',
  ])('is %s', (name) => {
    expect(isSensitive(name)).toBe(true);
  });

  test.each([
    'profile',
    'name',
    'customer',
    'life',
    'residence',
    'employment',
    'ownership',
    'contact-point:x',
  ])('is not %s', (name) => {
    expect(isSensitive(name)).toBe(false);
  });

  test('is every fact of the one document and none of the other', () => {
    fc.assert(
      fc.property(anyFacts, ({ personal, sensitive }) => {
        const ofPersonal = [...factsOf({ personal, sensitive: { documents: [] } }).keys()];
        const all = [...factsOf({ personal, sensitive }).keys()];
        expect(all.filter(isSensitive)).toEqual(all.filter((name) => !ofPersonal.includes(name)));
      }),
    );
  });
});

describe('changed facts', () => {
  test('are none between the same facts in another order of members', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const other = new Map([...factsOf(facts)].map(([name, value]) => [name, reversed(value)]));
        expect(changedFacts(factsOf(facts), other)).toEqual([]);
      }),
    );
  });

  test('are those that are not deeply equal, including added and removed ones', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (one, other) => {
        const [before, after] = [factsOf(one), factsOf(other)];
        const names = new Set([...before.keys(), ...after.keys()]);
        const different = [...names].filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)));
        expect(changedFacts(before, after).toSorted()).toEqual(different.toSorted());
      }),
    );
  });
});

describe('the canonical text', () => {
  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonical(reversed(value))).toBe(canonical(value));
      }),
      { numRuns: 500 },
    );
  });

  test('identifies the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read: unknown = JSON.parse(canonical(value));
        const expected: unknown = JSON.parse(JSON.stringify(value));
        expect(read).toStrictEqual(expected);
      }),
    );
  });

  test('depends on the order of a list, and distinguishes undefined from null', () => {
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]));
    expect(canonical(undefined)).not.toBe(canonical(null));
    expect(canonical({ a: undefined })).toBe(canonical({}));
  });
});
