import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryWith, now, preferenceWith } from '../testing/fact-samples.suite.ts';
import type { PreferenceRequest } from './changes.ts';
import { changedPreference, withoutMarketing } from './contact-preference.ts';
import type { ContactPreference, PreferenceEntry } from './facts.ts';
import {
  type ContactMedium,
  type ContactPurpose,
  contactMedia,
  contactPurposes,
  marketing,
} from './literals.ts';

interface PreferenceChoice {
  readonly purpose: ContactPurpose;
  readonly medium?: ContactMedium;
}

const free = { now, channel: 'branch', hasOpenProduct: false };
const bound = { ...free, hasOpenProduct: true };
const reported = (requested: PreferenceChoice): PreferenceEntry => ({
  ...requested,
  since: now,
  channel: 'branch',
});
const keyOf = ({ medium, purpose }: PreferenceChoice): string => `${purpose} ${medium ?? ''}`;

const choices = fc.uniqueArray(
  fc.record(
    { purpose: fc.constantFrom(...contactPurposes), medium: fc.constantFrom(...contactMedia) },
    { requiredKeys: ['purpose'], noNullPrototype: true },
  ),
  { selector: keyOf, maxLength: 6 },
);

/** Two lists without duplicates, as they come from the wire and as they are stored. */
const lists = fc.tuple(choices, choices).map(([optIns, others]) => {
  const optedIn = new Set(optIns.map(keyOf));
  return { optIns, optOuts: others.filter((one) => !optedIn.has(keyOf(one))) };
});
const anyPreference: fc.Arbitrary<ContactPreference> = lists.map(({ optIns, optOuts }) => ({
  optIns: optIns.map(({ medium, purpose }) => entryWith(purpose, medium)),
  optOuts: optOuts.map(({ medium, purpose }) => entryWith(purpose, medium)),
}));
const anyRequest: fc.Arbitrary<PreferenceRequest> = fc
  .tuple(lists, fc.constantFrom('both', 'ins', 'outs', 'none'))
  .map(([{ optIns, optOuts }, reported]) => ({
    ...(reported === 'both' || reported === 'ins' ? { optIns } : {}),
    ...(reported === 'both' || reported === 'outs' ? { optOuts } : {}),
  }));

function accepted(outcome: ReturnType<typeof changedPreference>): ContactPreference {
  if (outcome === 'preference-not-changeable') throw new Error(outcome);
  return outcome;
}

describe('a preference change', () => {
  test('replaces a list, and leaves the one that is absent', () => {
    const current = preferenceWith({
      optIns: [entryWith('survey')],
      optOuts: [entryWith('customer-care', 'sms')],
    });
    expect(changedPreference(current, { optIns: [{ purpose: 'direct-marketing' }] }, free)).toEqual({
      optIns: [reported({ purpose: 'direct-marketing' })],
      optOuts: [entryWith('customer-care', 'sms')],
    });
    expect(changedPreference(current, { optOuts: [] }, free)).toEqual({
      optIns: [entryWith('survey')],
      optOuts: [],
    });
  });

  test("keeps day and channel of an unchanged choice; only a new one gets today's day and channel", () => {
    fc.assert(
      fc.property(anyPreference, anyRequest, (current, change) => {
        const after = accepted(changedPreference(current, change, free));
        for (const [list, requested, opposed] of [
          ['optIns', change.optIns, change.optOuts],
          ['optOuts', change.optOuts, change.optIns],
        ] as const) {
          const before = new Map(current[list].map((entry) => [keyOf(entry), entry]));
          for (const entry of after[list]) {
            expect(entry).toEqual(before.get(keyOf(entry)) ?? reported({ ...entry }));
          }
          const against = new Set(opposed?.map(keyOf));
          const remaining = current[list].map(keyOf).filter((key) => !against.has(key));
          expect(after[list].map(keyOf)).toEqual(requested?.map(keyOf) ?? remaining);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('for one medium differs from one for all media', () => {
    const current = preferenceWith({ optIns: [entryWith('survey')] });
    expect(changedPreference(current, { optIns: [{ purpose: 'survey', medium: 'email' }] }, free)).toEqual(
      preferenceWith({ optIns: [reported({ purpose: 'survey', medium: 'email' })] }),
    );
  });

  test('never stores a choice beside its opposite: the later one counts', () => {
    fc.assert(
      fc.property(anyPreference, anyRequest, (current, change) => {
        const after = accepted(changedPreference(current, change, free));
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
  ])('for a language: %s, sent %s, is %s', (before, requested, after) => {
    const current = preferenceWith(before === undefined ? {} : { preferredLanguage: before });
    const change = requested === undefined ? {} : { preferredLanguage: requested };
    expect(changedPreference(current, change, bound)).toStrictEqual(
      preferenceWith(after === undefined ? {} : { preferredLanguage: after }),
    );
  });

  test('is the first one where nothing was stored', () => {
    expect(changedPreference(undefined, { optOuts: [{ purpose: 'survey' }] }, bound)).toEqual(
      preferenceWith({ optOuts: [reported({ purpose: 'survey' })] }),
    );
  });
});

describe('messages that are part of the service', () => {
  const service = ['service-provision', 'payment-management'] as const;

  test.each(contactPurposes)('opting out of %s with an open product', (purpose) => {
    const isService = service.some((one) => one === purpose);
    const after = preferenceWith({ optOuts: [reported({ purpose })] });
    expect(changedPreference(undefined, { optOuts: [{ purpose }] }, bound)).toEqual(
      isService ? 'preference-not-changeable' : after,
    );
    expect(changedPreference(undefined, { optOuts: [{ purpose }] }, free)).toEqual(after);
  });

  test.each(service)('cannot be opted out of by one medium either: %s', (purpose) => {
    expect(changedPreference(undefined, { optOuts: [{ purpose, medium: 'sms' }] }, bound)).toBe(
      'preference-not-changeable',
    );
  });

  test.each(service)(
    'an opt-out of %s from before there was a product stays, sent again or not',
    (purpose) => {
      const current = preferenceWith({ optOuts: [entryWith(purpose)] });
      expect(changedPreference(current, { optOuts: [{ purpose }] }, bound)).toEqual(current);
      expect(changedPreference(current, { optIns: [{ purpose: 'survey' }] }, bound)).toEqual({
        ...current,
        optIns: [reported({ purpose: 'survey' })],
      });
      expect(changedPreference(current, { optOuts: [] }, bound)).toEqual(preferenceWith());
    },
  );
});

describe('withdrawal', () => {
  test('is always accepted: opt-ins can be withdrawn and opposed, whatever products are open', () => {
    fc.assert(
      fc.property(anyPreference, fc.boolean(), (current, hasOpenProduct) => {
        const context = { ...free, hasOpenProduct };
        expect(accepted(changedPreference(current, { optIns: [] }, context)).optIns).toEqual([]);
        const optOuts = marketing.map((purpose) => ({ purpose }));
        const after = accepted(changedPreference({ ...current, optOuts: [] }, { optOuts }, context));
        expect(after.optOuts).toEqual(optOuts.map(reported));
        expect(after.optIns.map(keyOf)).toEqual(
          current.optIns.map(keyOf).filter((key) => !optOuts.map(keyOf).includes(key)),
        );
      }),
    );
  });
});

test('deceased persons keep their choices, except for marketing', () => {
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
