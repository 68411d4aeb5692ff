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

const told = dayAt(-10);
const dates = { same: told, other: dayAt(-9), 'before birth': '1980-02-28' } as const;
const firstReport: Death = { date: told, reportedOn: dayAt(-5), source: 'relative', isConfirmed: false };
const knowledge = {
  nothing: undefined,
  unconfirmed: firstReport,
  confirmed: { ...firstReport, source: 'certificate', isConfirmed: true },
} satisfies Readonly<Record<string, Death | undefined>>;

type Known = keyof typeof knowledge;
type Dated = keyof typeof dates;
type Proof = 'proved' | 'said';

function factsWith(known: Known): PartyFacts {
  const death = knowledge[known];
  return personWith(known === 'confirmed' ? { life: 'deceased' } : {}, death === undefined ? {} : { death });
}

const tooEarly = { proved: 'death-date-before-birth', said: 'death-date-before-birth' };
/** What comes of a report: by what is known, by the date it names, by whether it proves something. */
const table: Readonly<Record<Known, Readonly<Record<Dated, Readonly<Record<Proof, string>>>>>> = {
  nothing: {
    same: { proved: 'confirmed', said: 'reported' },
    other: { proved: 'confirmed', said: 'reported' },
    'before birth': tooEarly,
  },
  unconfirmed: {
    same: { proved: 'confirmed', said: 'known' },
    // A certificate knows better than a relative.
    other: { proved: 'confirmed', said: 'death-already-reported' },
    'before birth': { proved: 'death-date-before-birth', said: 'death-already-reported' },
  },
  confirmed: {
    same: { proved: 'known', said: 'known' },
    other: { proved: 'death-already-reported', said: 'death-already-reported' },
    // Nothing about the birth is told once the death is known.
    'before birth': { proved: 'death-already-reported', said: 'death-already-reported' },
  },
};

const cases = (Object.keys(table) satisfies string[]).flatMap((known) =>
  Object.keys(dates).flatMap((dated) => deathReportSources.map((source) => ({ known, dated, source }))),
);

describe('a report of death', () => {
  test.each(cases)('with $known known, date $dated, by $source', ({ dated, known, source }) => {
    assert(isKnown(known) && isDated(dated));
    const report: DeathReport = { date: dates[dated], source };
    const proof = source === 'certificate' || source === 'civil-register' ? 'proved' : 'said';
    const reported = reportDeath(factsWith(known), report, today);
    expect(reported.kind === 'refused' ? reported.refusal : reported.kind).toBe(table[known][dated][proof]);
  });

  test('that nothing proves is only written down', () => {
    const report: DeathReport = { date: told, source: 'relative', reportedBy: 'Eva' };
    expect(reportDeath(personWith(), report, today)).toEqual({
      kind: 'reported',
      facts: personWith({}, { death: { ...report, reportedOn: today, isConfirmed: false } }),
    });
  });

  test('that is proved makes somebody deceased', () => {
    const report: DeathReport = { date: told, source: 'certificate', certificateNumber: 'C-1' };
    expect(reportDeath(personWith(), report, today)).toEqual({
      kind: 'confirmed',
      facts: personWith({ life: 'deceased' }, { death: { ...report, reportedOn: today, isConfirmed: true } }),
    });
  });

  test('that proves an earlier one takes its place, and keeps the day of the first', () => {
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

  test('on the day of birth is possible, and so it is where nobody knows that day', () => {
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

  test('stops with a death that is proved, wherever it was wished for', () => {
    const reported = reportDeath(facts, { date: told, source: 'certificate' }, today);
    assert(reported.kind === 'confirmed');
    const { contactPoints, preference } = reported.facts.personal;
    expect(preference).toEqual(stopped);
    expect(contactPoints).toStrictEqual([
      pointWith({ id: 'a', preference: stopped }),
      pointWith({ id: 'b' }),
    ]);
  });

  test('goes on as long as nothing is proved', () => {
    const reported = reportDeath(facts, { date: told, source: 'other' }, today);
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
