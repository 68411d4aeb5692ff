import { type ConsentBank, createConsentBank } from '../harness/consent-bank.ts';
import { forgetUpdates } from '../harness/payment-races.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { type Figure, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { type BasketRace, type RaceKind, raceKinds, runBasketRaces } from './basket-races.ts';

/** Races of each of the five kinds. */
const racesWanted: Readonly<Record<Scale, number>> = { ci: 4, night: 40, full: 200 };
const controlRaces = 3;
const centsPerPayer = 10_000n;
const forgotten: RaceKind = 'signature against deletion';

/**
 * Signs baskets in the moment in which they are deleted or expire, or in which a member is cancelled, signed alone or
 * grouped elsewhere. Exactly one side has its way: nothing is authorised that was not grouped then, and no payment is
 * both. Then repeats some races on a database that forgets deletions, which must be detected.
 */
export async function tortureBaskets({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres();
  await using bank = await createConsentBank({
    server: postgres.url,
    profile: { scaApproachesSupported: ['EMBEDDED'] },
  });
  const count = racesWanted[scale];
  const payers = [...(await bank.bank.payers(count * raceKinds.length + controlRaces, centsPerPayer))];
  await bank.start();
  const races: BasketRace[] = [];
  for (const [index, kind] of raceKinds.entries())
    races.push(
      ...(await runBasketRaces(bank, { kind, payers: payers.splice(0, count), seed: seed + index })),
    );
  const wrong = races.filter((race) => !isRight(race));
  for (const one of wrong.slice(0, 5)) console.log(JSON.stringify(one));
  console.log(table(['race, responses, basket, payments', 'races'], countsOf(races)));
  const outcomes = raceKinds.map((kind) => outcomesOf(races.filter((race) => race.kind === kind)));
  const dead = await deadlocksOf(bank);
  await forgetUpdates(bank.bank.instance.database, 'signing_baskets.basket', "new.status = 'CANC'");
  const control = await runBasketRaces(bank, { kind: forgotten, payers, seed });
  return [
    {
      name: `of ${races.length} races, those in which both sides had their way, or neither, or something else was authorised`,
      figure: String(wrong.length),
      goal: '0',
      isReached: wrong.length === 0,
    },
    {
      name: 'outcomes of each kind of race',
      figure: outcomes.join('; '),
      goal: 'each at least 2',
      isReached: outcomes.every((one) => one >= 2),
    },
    { name: 'deadlocks in the database', figure: String(dead), goal: '0', isReached: dead === 0 },
    controlFigure(control),
  ];
}

/** Without a deletion in time nothing was forgotten. */
function controlFigure(races: readonly BasketRace[]): Figure {
  const deleted = races.filter(({ responses }) => responses[1] === '204');
  const found = deleted.filter((race) => !isRight(race));
  return {
    name: 'control with a planted fault: forgotten deletions; found wrong',
    figure: `${deleted.length}; ${found.length}`,
    goal: 'alike',
    isReached: found.length === deleted.length,
  };
}

function outcomesOf(races: readonly BasketRace[]): number {
  return new Set(races.map(textOf)).size;
}

function textOf({ basket = '', payments, responses }: BasketRace): string {
  return [...responses, basket, ...payments].join(', ');
}

function countsOf(races: readonly BasketRace[]): readonly (readonly [string, number])[] {
  const lines = races.map(
    ({ basket, kind, payments, responses }) =>
      `${kind}: ${responses.join(', ')}: ${basket ?? 'none'}: ${payments.join(', ')}`,
  );
  return [...Map.groupBy(lines, (line) => line)].map(([line, alike]) => [line, alike.length]);
}

/** What may be after both sides: responses, basket, payments. */
const right: Readonly<Record<RaceKind, ReadonlySet<string>>> = {
  'signature against deletion': new Set([
    '200 finalised, 409 STATUS_INVALID, ACTC, ACTC, ACTC',
    '409 STATUS_INVALID, 204, CANC, RCVD, RCVD',
  ]),
  'signature against cancellation of a member': new Set([
    '200 finalised, 202 CANC, ACTC, CANC, ACTC',
    // Due at once, it goes to the core.
    '200 finalised, 405 CANCELLATION_INVALID, ACTC, ACTC, ACTC',
    '409 STATUS_INVALID, 202 CANC, RJCT, CANC, RCVD',
  ]),
  'signature against expiry': new Set([
    '200 finalised, 204, ACTC, ACTC, ACTC',
    '409 STATUS_INVALID, 204, RJCT, RCVD, RCVD',
  ]),
  'signature of a member alone against grouping': new Set([
    '409 STATUS_INVALID, 201 RCVD, RCVD, RCVD, RCVD',
    '200 finalised, 409 REFERENCE_STATUS_INVALID, , ACTC, RCVD',
  ]),
  'grouping of one payment in two baskets': new Set([
    '201 RCVD, 400 RESOURCE_BLOCKED, RCVD, RCVD, RCVD',
    '400 RESOURCE_BLOCKED, 201 RCVD, RCVD, RCVD, RCVD',
  ]),
};

function isRight(race: BasketRace): boolean {
  return right[race.kind].has(textOf(race));
}

async function deadlocksOf({ bank: { instance } }: ConsentBank): Promise<number> {
  const [row] = await instance.database.query<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}
