import { expect, test } from 'vitest';
import { isCountry } from '#platform/kernel/country.ts';
import { individualFacts } from '../testing/own-data-facts.suite.ts';
import { changedOwnData, type OwnChange } from './own-data.ts';

let made = 0;
const context = {
  today: '2026-11-18',
  now: '2026-11-18T10:00:00Z',
  channel: 'app',
  bankCountry: 'DE',
  nextId: () => `id-${(made += 1)}`,
};
const country = 'DE';
if (!isCountry(country)) throw new Error('no country');
const address = { streetName: 'Weg', townName: 'Berlin', postCode: '10115', country };
const apply = (changes: readonly OwnChange[]) => changedOwnData(individualFacts, changes, context);

test('a proven contact replaces the primary one, and is verified', () => {
  const result = apply([{ kind: 'contact', method: 'email', value: 'new@example.org' }]);
  expect(result).toMatchObject({
    kind: 'done',
    facts: {
      personal: {
        contactPoints: [
          { id: 'p1', usage: 'primary', isVerified: true, address: { value: 'new@example.org' } },
        ],
      },
    },
    events: [
      ['contactPointModified', 'p1'],
      ['contactPointVerified', 'p1'],
    ],
  });
});

test('changes apply in their order, all or none', () => {
  const known = { kind: 'address', usage: 'legal', address } as const;
  expect(apply([known, { kind: 'address', usage: 'delivery', address }])).toMatchObject({ kind: 'done' });
  expect(apply([known, { kind: 'surname', surname: 'Schmidt' }])).toEqual({
    kind: 'refused',
    refusal: 'surname-unchanged',
  });
});

test('opt-ins for one medium stay when those for all media change', () => {
  const once = apply([{ kind: 'preference', optIns: ['survey'] }]);
  expect(once).toMatchObject({
    facts: {
      personal: { preference: { optIns: [{ purpose: 'survey', medium: 'sms' }, { purpose: 'survey' }] } },
    },
  });
});
