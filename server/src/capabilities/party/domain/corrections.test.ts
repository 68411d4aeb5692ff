import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companyWith, personWith } from '../testing/fact-samples.suite.ts';
import type { Corrections } from './changes.ts';
import { correctIndividual, needsSecondApproval } from './corrections.ts';
import { canonical, type PartyFacts } from './fact-map.ts';

const context = { bankCountry: 'NL' };
const cleared = { kind: 'refused', refusal: 'mandatory-field-cleared' };
const known = { idKind: 'passport-number', idNumber: 'NX1234567', issuingCountry: 'NL' } as const;

function correctionsWith(changed: Partial<Corrections> = {}): Corrections {
  return { reason: 'typing-error', ...changed };
}

function corrected(facts: PartyFacts, changed: Partial<Corrections>): PartyFacts {
  const outcome = correctIndividual(facts, correctionsWith(changed), context);
  assert(outcome.kind === 'done', outcome.kind);
  return outcome.facts;
}

describe('a correction', () => {
  test('without members changes nothing', () => {
    expect(corrected(personWith(), {})).toEqual(personWith());
  });

  test('corrects what it names and leaves the rest', () => {
    const before = personWith({ person: { gender: 'male', maritalStatus: 'single' } });
    const after = corrected(before, {
      givenName: 'Anna',
      middleName: 'Maria',
      gender: 'female',
      legalCapacity: 'full',
      citizenships: ['NL', 'RS'],
      birthPlace: 'Zwolle',
      birthPlaceCode: '0193',
    });
    expect(after).toEqual(
      personWith(
        {
          name: { kind: 'individual', givenName: 'Anna', middleName: 'Maria', surname: 'Kovač' },
          person: {
            gender: 'female',
            maritalStatus: 'single',
            legalCapacity: 'full',
            citizenships: ['NL', 'RS'],
          },
        },
        { birth: { date: '1980-02-29', place: 'Zwolle', placeCode: '0193', country: 'NL' } },
      ),
    );
  });

  test('clears optional members, and with the last member the whole fact', () => {
    const before = personWith({
      name: { kind: 'individual', givenName: 'Ana', middleName: 'M', surname: 'Kovač', birthSurname: 'X' },
      person: { gender: 'male' },
    });
    const after = corrected(before, { middleName: null, birthSurname: null, gender: null, birthDate: null });
    const { person: _, ...personal } = before.personal;
    expect(after).toStrictEqual({
      personal: { ...personal, name: { kind: 'individual', givenName: 'Ana', surname: 'Kovač' } },
      sensitive: { ...before.sensitive, birth: { place: 'Utrecht', country: 'NL' } },
    });
  });

  test.each<[string, Partial<Corrections>]>([
    ['the given name', { givenName: null }],
    ['the surname', { surname: null }],
    ['the place of birth', { birthPlace: null }],
    ['the country of birth', { birthCountry: null }],
    ['the identification number', { identification: null }],
  ])('of a customer cannot clear %s', (_what, changed) => {
    expect(correctIndividual(personWith(), correctionsWith(changed), context)).toEqual(cleared);
  });

  test('of a contact can clear what only customers need', () => {
    const after = corrected(personWith({ profile: 'contact' }), {
      birthDate: null,
      birthPlace: null,
      birthCountry: null,
      identification: null,
    });
    expect(after.sensitive).toStrictEqual({ documents: [] });
  });

  test('of a number without a country means the bank’s own', () => {
    const identification = { idKind: 'tax-id-number', idNumber: '123456782' } as const;
    expect(corrected(personWith(), { identification }).sensitive.identification).toEqual({
      ...identification,
      issuingCountry: 'NL',
    });
    const foreign = { ...identification, issuingCountry: 'BE' };
    expect(corrected(personWith(), { identification: foreign }).sensitive.identification).toEqual(foreign);
  });

  test('is not for organizations', () => {
    expect(correctIndividual(companyWith(), correctionsWith(), context).kind).toBe('refused');
  });
});

describe('two employees', () => {
  test.each<[string, Partial<Corrections>, boolean]>([
    ['no change', {}, false],
    ['another name', { surname: 'Novak', birthPlace: 'Zwolle' }, false],
    ['another birth date', { birthDate: '1980-03-01' }, true],
    ['no birth date', { birthDate: null }, true],
    ['the same birth date', { birthDate: '1980-02-29' }, false],
    ['the same number', { identification: known }, false],
    ['another number', { identification: { ...known, idNumber: 'NX1234568' } }, true],
    ['a number of another kind', { identification: { ...known, idKind: 'tax-id-number' } }, true],
    ['a number of another country', { identification: { ...known, issuingCountry: 'BE' } }, true],
    ['no number', { identification: null }, true],
  ])('are needed for %s: %s', (_what, changed, isNeeded) => {
    const facts = personWith({ profile: 'contact' });
    expect(needsSecondApproval(facts, corrected(facts, changed))).toBe(isNeeded);
  });

  test('are not needed to clear what is not there', () => {
    const facts: PartyFacts = { ...personWith(), sensitive: { documents: [] } };
    const changed = correctionsWith({ birthDate: null, identification: null });
    expect(needsSecondApproval(facts, corrected(facts, changed))).toBe(false);
    expect(needsSecondApproval(facts, corrected(facts, { birthDate: '1980-02-29' }))).toBe(true);
    expect(needsSecondApproval(facts, corrected(facts, { identification: known }))).toBe(true);
  });

  test('are needed when a number without a country would get that of the bank', () => {
    const facts = personWith({}, { identification: { ...known, issuingCountry: 'BE' } });
    const { idKind, idNumber } = known;
    const changed = correctionsWith({ identification: { idKind, idNumber } });
    expect(corrected(facts, changed).sensitive.identification?.issuingCountry).toBe('NL');
    expect(needsSecondApproval(facts, corrected(facts, changed))).toBe(true);
  });

  test('are needed for every change of the number or the birth date', () => {
    const country = fc.constantFrom('NL', 'BE');
    const facts = country.map((issuingCountry) =>
      personWith({ profile: 'contact' }, { identification: { ...known, issuingCountry } }),
    );
    const identification = fc.record(
      {
        idKind: fc.constant('passport-number' as const),
        idNumber: fc.constantFrom('NX1', known.idNumber),
        issuingCountry: country,
      },
      { requiredKeys: ['idKind', 'idNumber'] },
    );
    const changes = fc.record(
      {
        birthDate: fc.constantFrom('1980-02-29', '1980-03-01', null),
        identification: fc.option(identification),
        surname: fc.constant('Novak'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(facts, changes, (before, changed) => {
        const { sensitive } = corrected(before, changed);
        const isOther =
          sensitive.birth?.date !== before.sensitive.birth?.date ||
          canonical(sensitive.identification) !== canonical(before.sensitive.identification);
        expect(needsSecondApproval(before, corrected(before, changed))).toBe(isOther);
      }),
      { numRuns: 500 },
    );
  });
});
