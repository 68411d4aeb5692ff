import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import {
  dayAt,
  entryWith,
  personWith,
  pointWith,
  preferenceWith,
  today,
} from '../testing/fact-samples.suite.ts';
import type { DeathReport } from './changes.ts';
import { reportDeath } from './death.ts';
import type { PartyFacts } from './fact-map.ts';
import type { Death } from './facts.ts';
import { deathReportSources } from './literals.ts';

const reportedDay = dayAt(-10);
const dates = { same: reportedDay, other: dayAt(-9), 'before birth': '1980-02-28' } as const;
const firstReport: Death = {
  date: reportedDay,
  reportedOn: dayAt(-5),
  source: 'relative',
  isConfirmed: false,
};
const knowledge = {
  nothing: undefined,
  unconfirmed: firstReport,
  confirmed: { ...firstReport, source: 'certificate', isConfirmed: true },
} satisfies Readonly<Record<string, Death | undefined>>;

type Known = keyof typeof knowledge;
type Dated = keyof typeof dates;
type Proof = 'proved' | 'claimed';

function factsWith(known: Known): PartyFacts {
  const death = knowledge[known];
  return personWith(known === 'confirmed' ? { life: 'deceased' } : {}, death === undefined ? {} : { death });
}

const tooEarly = { proved: 'death-date-before-birth', claimed: 'death-date-before-birth' };
/** Outcome of a report: by what is known, by its date, and by whether it is proven. */
const table: Readonly<Record<Known, Readonly<Record<Dated, Readonly<Record<Proof, string>>>>>> = {
  nothing: {
    same: { proved: 'confirmed', claimed: 'reported' },
    other: { proved: 'confirmed', claimed: 'reported' },
    'before birth': tooEarly,
  },
  unconfirmed: {
    same: { proved: 'confirmed', claimed: 'known' },
    // A certificate overrides the date of a relative.
    other: { proved: 'confirmed', claimed: 'death-already-reported' },
    'before birth': { proved: 'death-date-before-birth', claimed: 'death-already-reported' },
  },
  confirmed: {
    same: { proved: 'known', claimed: 'known' },
    other: { proved: 'death-already-reported', claimed: 'death-already-reported' },
    // Nothing about the birth is revealed once the death is known.
    'before birth': { proved: 'death-already-reported', claimed: 'death-already-reported' },
  },
};

const cases = (Object.keys(table) satisfies string[]).flatMap((known) =>
  Object.keys(dates).flatMap((dated) => deathReportSources.map((source) => ({ known, dated, source }))),
);

describe('a death report', () => {
  test.each(cases)('with $known known, date $dated, by $source', ({ dated, known, source }) => {
    assert(isKnown(known) && isDated(dated));
    const report: DeathReport = { date: dates[dated], source };
    const proof = source === 'certificate' || source === 'civil-register' ? 'proved' : 'claimed';
    const reported = reportDeath(factsWith(known), report, today);
    expect(reported.kind === 'refused' ? reported.refusal : reported.kind).toBe(table[known][dated][proof]);
  });

  test('without proof is only recorded', () => {
    const report: DeathReport = { date: reportedDay, source: 'relative', reportedBy: 'Eva' };
    expect(reportDeath(personWith(), report, today)).toEqual({
      kind: 'reported',
      facts: personWith({}, { death: { ...report, reportedOn: today, isConfirmed: false } }),
    });
  });

  test('with proof makes the person deceased', () => {
    const report: DeathReport = { date: reportedDay, source: 'certificate', certificateNumber: 'C-1' };
    expect(reportDeath(personWith(), report, today)).toEqual({
      kind: 'confirmed',
      facts: personWith({ life: 'deceased' }, { death: { ...report, reportedOn: today, isConfirmed: true } }),
    });
  });

  test('with proof replaces an earlier one, and keeps the day of the first', () => {
    const report: DeathReport = { date: dayAt(-9), source: 'civil-register' };
    const reported = reportDeath(factsWith('unconfirmed'), report, today);
    assert(reported.kind === 'confirmed');
    expect(reported.facts.sensitive.death).toStrictEqual({
      date: dayAt(-9),
      source: 'civil-register',
      reportedOn: dayAt(-5),
      isConfirmed: true,
    });
  });

  test('on the day of birth is possible, and also where that day is unknown', () => {
    const report: DeathReport = { date: '1980-02-29', source: 'certificate' };
    expect(reportDeath(personWith(), report, today).kind).toBe('confirmed');
    const unborn = personWith({}, { birth: { place: 'Utrecht' } });
    expect(reportDeath(unborn, { ...report, date: '1800-01-01' }, today).kind).toBe('confirmed');
  });
});

describe('marketing', () => {
  const wanted = preferenceWith({
    preferredLanguage: 'nl',
    optIns: [entryWith('direct-marketing'), entryWith('customer-care'), entryWith('survey', 'email')],
    optOuts: [entryWith('personalised-advertising')],
  });
  const stopped = { ...wanted, optIns: [entryWith('customer-care')] };
  const facts = personWith({
    preference: wanted,
    contactPoints: [pointWith({ id: 'a', preference: wanted }), pointWith({ id: 'b' })],
  });

  test('stops with a proven death, on every contact point', () => {
    const reported = reportDeath(facts, { date: reportedDay, source: 'certificate' }, today);
    assert(reported.kind === 'confirmed');
    const { contactPoints, preference } = reported.facts.personal;
    expect(preference).toEqual(stopped);
    expect(contactPoints).toStrictEqual([
      pointWith({ id: 'a', preference: stopped }),
      pointWith({ id: 'b' }),
    ]);
  });

  test('continues as long as the death is not proven', () => {
    const reported = reportDeath(facts, { date: reportedDay, source: 'other' }, today);
    assert(reported.kind === 'reported');
    expect(reported.facts.personal).toEqual(facts.personal);
  });
});

function isKnown(text: string): text is Known {
  return text in knowledge;
}

function isDated(text: string): text is Dated {
  return text in dates;
}
