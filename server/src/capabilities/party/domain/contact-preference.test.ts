import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryWith, now, preferenceWith } from '../testing/fact-samples.suite.ts';
import type { PreferenceRequest } from './changes.ts';
import { marketing, wishedPreference, withoutMarketing } from './contact-preference.ts';
import type { ContactPreference, PreferenceEntry } from './facts.ts';
import { type ContactMedium, type ContactPurpose, contactMedia, contactPurposes } from './literals.ts';

interface Wished {
  readonly purpose: ContactPurpose;
  readonly medium?: ContactMedium;
}

const free = { now, channel: 'branch', hasOpenProduct: false };
const bound = { ...free, hasOpenProduct: true };
const told = (wished: Wished): PreferenceEntry => ({ ...wished, since: now, channel: 'branch' });
const keyOf = ({ medium, purpose }: Wished): string => `${purpose} ${medium ?? ''}`;

const wishes = fc.uniqueArray(
  fc.record(
    { purpose: fc.constantFrom(...contactPurposes), medium: fc.constantFrom(...contactMedia) },
    { requiredKeys: ['purpose'], noNullPrototype: true },
  ),
  { selector: keyOf, maxLength: 6 },
);

/** Two lists in which nothing stands twice, as they come from the wire and as they are kept. */
const lists = fc.tuple(wishes, wishes).map(([optIns, others]) => {
  const taken = new Set(optIns.map(keyOf));
  return { optIns, optOuts: others.filter((one) => !taken.has(keyOf(one))) };
});
const anyPreference: fc.Arbitrary<ContactPreference> = lists.map(({ optIns, optOuts }) => ({
  optIns: optIns.map(({ medium, purpose }) => entryWith(purpose, medium)),
  optOuts: optOuts.map(({ medium, purpose }) => entryWith(purpose, medium)),
}));
const anyRequest: fc.Arbitrary<PreferenceRequest> = fc
  .tuple(lists, fc.constantFrom('both', 'ins', 'outs', 'none'))
  .map(([{ optIns, optOuts }, told]) => ({
    ...(told === 'both' || told === 'ins' ? { optIns } : {}),
    ...(told === 'both' || told === 'outs' ? { optOuts } : {}),
  }));

function accepted(outcome: ReturnType<typeof wishedPreference>): ContactPreference {
  if (outcome === 'preference-not-changeable') throw new Error(outcome);
  return outcome;
}

describe('a wish', () => {
  test('replaces a list, and leaves the one that is not there', () => {
    const current = preferenceWith({
      optIns: [entryWith('survey')],
      optOuts: [entryWith('customer-care', 'sms')],
    });
    expect(wishedPreference(current, { optIns: [{ purpose: 'direct-marketing' }] }, free)).toEqual({
      optIns: [told({ purpose: 'direct-marketing' })],
      optOuts: [entryWith('customer-care', 'sms')],
    });
    expect(wishedPreference(current, { optOuts: [] }, free)).toEqual({
      optIns: [entryWith('survey')],
      optOuts: [],
    });
  });

  test('that is kept keeps its day and its channel; only a new one is told today and here', () => {
    fc.assert(
      fc.property(anyPreference, anyRequest, (current, wish) => {
        const after = accepted(wishedPreference(current, wish, free));
        for (const [list, wished, opposed] of [
          ['optIns', wish.optIns, wish.optOuts],
          ['optOuts', wish.optOuts, wish.optIns],
        ] as const) {
          const before = new Map(current[list].map((entry) => [keyOf(entry), entry]));
          for (const entry of after[list]) {
            expect(entry).toEqual(before.get(keyOf(entry)) ?? told({ ...entry }));
          }
          const against = new Set(opposed?.map(keyOf));
          const kept = current[list].map(keyOf).filter((key) => !against.has(key));
          expect(after[list].map(keyOf)).toEqual(wished?.map(keyOf) ?? kept);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('about one medium is another than the wish about all', () => {
    const current = preferenceWith({ optIns: [entryWith('survey')] });
    expect(wishedPreference(current, { optIns: [{ purpose: 'survey', medium: 'email' }] }, free)).toEqual(
      preferenceWith({ optIns: [told({ purpose: 'survey', medium: 'email' })] }),
    );
  });

  test('never stands beside its opposite: the later one counts', () => {
    fc.assert(
      fc.property(anyPreference, anyRequest, (current, wish) => {
        const after = accepted(wishedPreference(current, wish, free));
        const ins = new Set(after.optIns.map(keyOf));
        expect(after.optOuts.map(keyOf).filter((key) => ins.has(key))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [undefined, undefined, undefined],
    ['nl', undefined, 'nl'],
    ['nl', 'sr-Latn', 'sr-Latn'],
    ['nl', null, undefined],
    [undefined, 'en', 'en'],
  ])('for a language: %s, told %s, is %s', (before, wished, after) => {
    const current = preferenceWith(before === undefined ? {} : { preferredLanguage: before });
    const wish = wished === undefined ? {} : { preferredLanguage: wished };
    expect(wishedPreference(current, wish, bound)).toStrictEqual(
      preferenceWith(after === undefined ? {} : { preferredLanguage: after }),
    );
  });

  test('is the first one where nothing was known', () => {
    expect(wishedPreference(undefined, { optOuts: [{ purpose: 'survey' }] }, bound)).toEqual(
      preferenceWith({ optOuts: [told({ purpose: 'survey' })] }),
    );
  });
});

describe('messages that belong to the service', () => {
  const service = ['service-provision', 'payment-management'] as const;

  test.each(contactPurposes)('opting out of %s with an open product', (purpose) => {
    const isService = service.some((one) => one === purpose);
    const after = preferenceWith({ optOuts: [told({ purpose })] });
    expect(wishedPreference(undefined, { optOuts: [{ purpose }] }, bound)).toEqual(
      isService ? 'preference-not-changeable' : after,
    );
    expect(wishedPreference(undefined, { optOuts: [{ purpose }] }, free)).toEqual(after);
  });

  test.each(service)('cannot be opted out of by one medium either: %s', (purpose) => {
    expect(wishedPreference(undefined, { optOuts: [{ purpose, medium: 'sms' }] }, bound)).toBe(
      'preference-not-changeable',
    );
  });

  test.each(service)(
    'an opt-out of %s from before there was a product stays, told again or not',
    (purpose) => {
      const current = preferenceWith({ optOuts: [entryWith(purpose)] });
      expect(wishedPreference(current, { optOuts: [{ purpose }] }, bound)).toEqual(current);
      expect(wishedPreference(current, { optIns: [{ purpose: 'survey' }] }, bound)).toEqual({
        ...current,
        optIns: [told({ purpose: 'survey' })],
      });
      expect(wishedPreference(current, { optOuts: [] }, bound)).toEqual(preferenceWith());
    },
  );
});

describe('withdrawal', () => {
  test('is always accepted: opt-ins can be taken back and opposed, whatever is open', () => {
    fc.assert(
      fc.property(anyPreference, fc.boolean(), (current, hasOpenProduct) => {
        const context = { ...free, hasOpenProduct };
        expect(accepted(wishedPreference(current, { optIns: [] }, context)).optIns).toEqual([]);
        const optOuts = marketing.map((purpose) => ({ purpose }));
        const after = accepted(wishedPreference({ ...current, optOuts: [] }, { optOuts }, context));
        expect(after.optOuts).toEqual(optOuts.map(told));
        expect(after.optIns.map(keyOf)).toEqual(
          current.optIns.map(keyOf).filter((key) => !optOuts.map(keyOf).includes(key)),
        );
      }),
    );
  });
});

test('the dead keep what they wished, except for advertising', () => {
  const preference = preferenceWith({
    preferredLanguage: 'nl',
    optIns: contactPurposes.map((purpose) => entryWith(purpose)),
    optOuts: [entryWith('survey', 'sms')],
  });
  expect(withoutMarketing(preference)).toEqual({
    preferredLanguage: 'nl',
    optIns: [entryWith('service-provision'), entryWith('customer-care'), entryWith('payment-management')],
    optOuts: [entryWith('survey', 'sms')],
  });
});
