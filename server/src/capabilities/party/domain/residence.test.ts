import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { personWith } from '../testing/fact-samples.suite.ts';
import type { ResidenceChange } from './changes.ts';
import type { PartyFacts } from './fact-map.ts';
import { changedResidence } from './residence.ts';

const taxed = [{ country: 'NL', tin: '123456782' }];
const before = personWith({}, { taxResidencies: taxed });

function changed(
  facts: PartyFacts,
  change: ResidenceChange,
): { facts: PartyFacts; isTaxStatusOpen: boolean } {
  const outcome = changedResidence(facts, change);
  assert(outcome.kind === 'done', outcome.kind);
  return { facts: outcome.facts, isTaxStatusOpen: outcome.isTaxStatusOpen };
}

describe('a change of residence', () => {
  test.each<[string, ResidenceChange, boolean]>([
    ['nothing', {}, false],
    ['the household', { householdSize: 3, tenureStatus: 'rent-free' }, false],
    ['whether one is resident', { residenceStatus: 'non-resident' }, false],
    ['the same country', { countryOfResidence: 'NL' }, false],
    ['another country', { countryOfResidence: 'BE' }, true],
    [
      'the same tax residency, sent in another order',
      { taxResidencies: [{ tin: '123456782', country: 'NL' }] },
      false,
    ],
    ['another tax residency', { taxResidencies: [{ country: 'BE' }] }, true],
    ['another number', { taxResidencies: [{ country: 'NL', tin: '1' }] }, true],
    ['one more tax residency', { taxResidencies: [...taxed, { country: 'BE' }] }, true],
    ['no tax residency', { taxResidencies: null }, true],
  ])('of %s leaves the tax status open: %s', (_what, change, isOpen) => {
    expect(changed(before, change).isTaxStatusOpen).toBe(isOpen);
  });

  test('changes what it names and leaves the rest', () => {
    expect(changed(before, { countryOfResidence: 'BE', minorDependants: 2 }).facts).toEqual(
      personWith(
        { residence: { countryOfResidence: 'BE', householdSize: 2, minorDependants: 2 } },
        { taxResidencies: taxed },
      ),
    );
    expect(changed(before, { householdSize: null, taxResidencies: null }).facts).toStrictEqual(
      personWith({ residence: { countryOfResidence: 'NL' } }),
    );
  });

  test('cannot clear the country of a customer, but that of others', () => {
    expect(changedResidence(before, { countryOfResidence: null })).toEqual({
      kind: 'refused',
      refusal: 'mandatory-field-cleared',
    });
    const prospect = personWith({ profile: 'prospect', residence: { countryOfResidence: 'NL' } });
    const { residence: _, ...personal } = prospect.personal;
    expect(changed(prospect, { countryOfResidence: null })).toStrictEqual({
      facts: { ...prospect, personal },
      isTaxStatusOpen: true,
    });
  });
});
