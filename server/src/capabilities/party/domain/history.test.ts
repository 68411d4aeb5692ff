import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyFacts } from '../testing/arbitrary-facts.suite.ts';
import { dayAt, personWith } from '../testing/fact-samples.suite.ts';
import { changedFacts, type FactMap, factsOf, type PartyFacts } from './fact-map.ts';
import {
  type Cause,
  differences,
  factsOn,
  type History,
  historyOf,
  nextDueDay,
  partyOn,
  type RecordedSegment,
  revise,
} from './history.ts';

const registration = { cause: 'registration', effective: dayAt(0) } as const;

function registered(facts: PartyFacts): History {
  return revise(new Map(), { before: undefined, after: facts, today: dayAt(0) }, registration).history;
}

/** By fact and day, without facts that ended. */
function plain(history: History): unknown {
  return Object.fromEntries(
    [...history]
      .filter(([, timeline]) => timeline.length > 0)
      .map(([fact, timeline]) => [fact, timeline.map(({ from, until, value }) => ({ from, until, value }))]),
  );
}

function plainFacts(facts: FactMap): unknown {
  return Object.fromEntries(facts);
}

function idsFrom(prefix: string): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}-${last}`;
  };
}

/** Returns the record after superseded segments are removed and new ones inserted. */
function recordAfter(
  recorded: readonly RecordedSegment[],
  history: History,
  ids: () => string,
): RecordedSegment[] {
  const { added, superseded } = differences(recorded, history, ids);
  return [...recorded.filter(({ factId }) => !superseded.includes(factId)), ...added].toSorted(
    (left, right) => (left.from < right.from ? -1 : 1),
  );
}

const anyRevisions = fc.array(
  fc.record({
    after: anyFacts,
    cause: fc.constantFrom<Cause>('change', 'correction'),
    effective: fc.integer({ min: -10, max: 20 }).map(dayAt),
  }),
  { maxLength: 5 },
);

describe('a registered party', () => {
  test('exists from that day on, and not before', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(1_000), (facts, later) => {
        const history = registered(facts);
        expect(partyOn(history, dayAt(later))).toStrictEqual(facts);
        expect(partyOn(history, dayAt(-1))).toBeUndefined();
      }),
    );
  });
});

describe('a revision', () => {
  test('changes only facts that differ', () => {
    fc.assert(
      fc.property(
        anyFacts,
        anyFacts,
        fc.constantFrom<Cause>('change', 'correction'),
        (before, after, cause) => {
          const history = registered(before);
          const revised = revise(history, { before, after, today: dayAt(0) }, { cause, effective: dayAt(5) });
          expect(revised.changed).toEqual(changedFacts(factsOf(before), factsOf(after)));
          const untouched = [...revised.history].filter(([fact]) => !revised.changed.includes(fact));
          for (const [fact, timeline] of untouched) expect(timeline).toBe(history.get(fact));
          expect([...history.keys()].filter((fact) => !revised.history.has(fact))).toEqual([]);
        },
      ),
    );
  });

  test('that is a change leaves earlier days as they were and is effective from its day on', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (before, after) => {
        const { history } = revise(
          registered(before),
          { before, after, today: dayAt(5) },
          { cause: 'change', effective: dayAt(5) },
        );
        for (const day of [0, 4]) expect(partyOn(history, dayAt(day))).toStrictEqual(before);
        for (const day of [5, 50]) expect(partyOn(history, dayAt(day))).toStrictEqual(after);
      }),
    );
  });

  test('that is a correction applies to all days', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (before, after) => {
        const { changed, history } = revise(
          registered(before),
          { before, after, today: dayAt(0) },
          { cause: 'correction', effective: dayAt(5) },
        );
        const known = factsOf(before);
        const wanted = factsOf(after);
        const onFirstDay = factsOn(history, dayAt(0));
        for (const fact of changed) {
          // A fact that was never recorded begins on the day of the request.
          expect(onFirstDay.get(fact)).toEqual(known.has(fact) ? wanted.get(fact) : undefined);
        }
        expect(partyOn(history, dayAt(5))).toStrictEqual(after);
      }),
    );
  });

  test('leaves facts that became effective meanwhile', () => {
    const before = personWith();
    const moved = personWith({ residence: { countryOfResidence: 'BE' } });
    const planned = revise(
      registered(before),
      { before, after: moved, today: dayAt(0) },
      { cause: 'change', effective: dayAt(5) },
    );
    // Based on the state before day 5, applied after it.
    const after = personWith({ employment: { status: 'employed' } });
    const { history } = revise(
      planned.history,
      { before, after, today: dayAt(0) },
      { cause: 'change', effective: dayAt(6) },
    );
    expect(partyOn(history, dayAt(6))).toEqual(
      personWith({ residence: { countryOfResidence: 'BE' }, employment: { status: 'employed' } }),
    );
  });

  test('for a day before a planned one is effective until that one', () => {
    const before = personWith();
    const named = (surname: string): PartyFacts =>
      personWith({ name: { kind: 'individual', givenName: 'Ana', surname } });
    const first = revise(
      registered(before),
      { before, after: named('B'), today: dayAt(0) },
      { cause: 'change', effective: dayAt(9) },
    );
    const second = revise(
      first.history,
      { before, after: named('C'), today: dayAt(0) },
      { cause: 'change', effective: dayAt(4) },
    );
    expect([3, 4, 8, 9].map((day) => partyOn(second.history, dayAt(day)))).toEqual([
      before,
      named('C'),
      named('C'),
      named('B'),
    ]);
  });
});

describe('the record', () => {
  test('equals the history after any sequence of revisions', () => {
    fc.assert(
      fc.property(anyFacts, anyRevisions, (first, revisions) => {
        const ids = idsFrom('fact');
        let history = registered(first);
        let recorded = recordAfter([], history, ids);
        expect(plain(historyOf(recorded))).toEqual(plain(history));
        let before = first;
        for (const { after, cause, effective } of revisions) {
          history = revise(
            historyOf(recorded),
            { before, after, today: dayAt(0) },
            { cause, effective },
          ).history;
          recorded = recordAfter(recorded, history, ids);
          expect(plain(historyOf(recorded))).toEqual(plain(history));
          before = partyOn(history, dayAt(20)) ?? before;
        }
        expect(new Set(recorded.map(({ factId }) => factId)).size).toBe(recorded.length);
      }),
    );
  });

  test('is not written where it is equal already', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const history = registered(facts);
        const recorded = recordAfter([], history, idsFrom('fact'));
        expect(differences(recorded, history, idsFrom('other'))).toEqual({ added: [], superseded: [] });
        expect(differences(recorded, historyOf(recorded), idsFrom('other'))).toEqual({
          added: [],
          superseded: [],
        });
      }),
    );
  });

  test('keeps the segments of facts that a revision did not change', () => {
    fc.assert(
      fc.property(anyFacts, anyFacts, (before, after) => {
        const recorded = recordAfter([], registered(before), idsFrom('fact'));
        const { changed, history } = revise(
          historyOf(recorded),
          { before, after, today: dayAt(0) },
          { cause: 'change', effective: dayAt(5) },
        );
        const { added, superseded } = differences(recorded, history, idsFrom('new'));
        const touched = [
          ...added.map(({ fact }) => fact),
          ...recorded.filter(({ factId }) => superseded.includes(factId)).map(({ fact }) => fact),
        ];
        expect(touched.filter((fact) => !changed.includes(fact))).toEqual([]);
      }),
    );
  });
});

describe('the next due day', () => {
  test('is one before which nothing changes', () => {
    fc.assert(
      fc.property(anyFacts, anyRevisions, fc.nat(20), (first, revisions, day) => {
        let history = registered(first);
        for (const { after, ...revision } of revisions) {
          history = revise(history, { before: first, after, today: dayAt(0) }, revision).history;
        }
        const due = nextDueDay(history, dayAt(day));
        expect(due === undefined || due > dayAt(day)).toBe(true);
        const now = plainFacts(factsOn(history, dayAt(day)));
        for (let later = day + 1; later <= 40 && (due === undefined || dayAt(later) < due); later += 1) {
          expect(plainFacts(factsOn(history, dayAt(later)))).toEqual(now);
        }
      }),
    );
  });

  test('is the first of several, and undefined when no change is planned', () => {
    const before = personWith();
    const after = personWith({ residence: { countryOfResidence: 'BE' } });
    const busy = personWith({ employment: { status: 'employed' } });
    const moving = revise(
      registered(before),
      { before, after, today: dayAt(0) },
      { cause: 'change', effective: dayAt(9) },
    );
    const both = revise(
      moving.history,
      { before, after: busy, today: dayAt(0) },
      { cause: 'change', effective: dayAt(7) },
    );
    expect([0, 6, 7, 8, 9].map((day) => nextDueDay(both.history, dayAt(day)))).toEqual([
      dayAt(7),
      dayAt(7),
      dayAt(9),
      dayAt(9),
      undefined,
    ]);
  });
});
