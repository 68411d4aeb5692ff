import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import { pathOf } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress } from '../harness/report.ts';
import { insertPeople, type Person } from '../harness/sign-in-people.ts';
import { createTestBank, type TestBank } from '../harness/test-bank.ts';

/** Codes that are entered when the process is killed. */
const codesAtOnce = 8;
/** Time over which the codes are entered. */
const entersWithinMs = 60;
/** Longest time between a random number of responses and the kill; counting responses suits slow and fast machines. */
const killAtMostMs = 15;

interface WaitingCode {
  readonly subject: SubjectRef;
  readonly authorisationId: string;
  readonly code: string;
  /** The third party repeats its request under this id. */
  readonly requestId: string;
}

interface Tally {
  /** Requests without a response. */
  cut: number;
  unsigned: number;
  signed: number;
  readonly errors: string[];
}

/**
 * Kills the process of the API while codes are entered. Afterwards every code is used and has signed and moved its
 * payment, or none of that; the third party repeats its requests, and every payment has moved once.
 */
export async function killWhileSigning(kills: number, seed: number): Promise<readonly Figure[]> {
  await using bank = await createTestBank({ profile: { scaApproachesSupported: ['EMBEDDED'] } });
  const people = await insertPeople(bank.instance, {
    count: kills * codesAtOnce,
    prefix: 'killed',
    canSign: true,
  });
  const chance = chanceFrom(seed);
  const tally: Tally = { cut: 0, unsigned: 0, signed: 0, errors: [] };
  const show = progress('kills', kills);
  await bank.api.start();
  for (let kill = 0; kill < kills; kill += 1) {
    const customers = people.slice(kill * codesAtOnce, (kill + 1) * codesAtOnce);
    // The first one falls among the responses, so that a small run sees both outcomes.
    const killAfter = kill === 0 ? 3 : chance.integer(0, codesAtOnce - 2);
    await killRound(bank, { customers, killAfter, chance }, tally);
    show(kill + 1);
  }
  for (const error of tally.errors.slice(0, 10)) console.log(error);
  return figuresOf(kills, tally);
}

interface KillRound {
  readonly customers: readonly Person[];
  /** Responses before the kill. */
  readonly killAfter: number;
  readonly chance: Chance;
}

async function killRound(
  bank: TestBank,
  { chance, customers, killAfter }: KillRound,
  tally: Tally,
): Promise<void> {
  const codes = await Promise.all(customers.map((customer) => sendCode(bank, customer)));
  const answered = Promise.withResolvers<void>();
  let answers = 0;
  const entered = Promise.allSettled(
    codes.map(async (waiting) => {
      await wait(chance.integer(0, entersWithinMs));
      if (killAfter === 0) answered.resolve();
      const response = await enterCode(bank, waiting);
      answers += 1;
      if (answers >= killAfter) answered.resolve();
      return response;
    }),
  );
  await answered.promise;
  await wait(chance.integer(0, killAtMostMs));
  await bank.api.kill();
  tally.cut += (await entered).filter(({ status }) => status === 'rejected').length;
  const { database } = bank.instance;
  // A session of the killed process may still be committing.
  await until(() => isDisconnected(database), 'the sessions of the killed process to end');
  const states = await Promise.all(codes.map((waiting) => stateOf(database, waiting)));
  for (const state of states) {
    if (state === unsigned) tally.unsigned += 1;
    else if (state === signed) tally.signed += 1;
    else tally.errors.push(`after the kill: ${state}`);
  }
  await bank.api.start();
  for (const waiting of codes) {
    const response = await enterCode(bank, waiting);
    if (response !== '200 finalised') tally.errors.push(`repeated: ${response}`);
    const state = await stateOf(database, waiting);
    if (state !== signed) tally.errors.push(`after the repeated request: ${state}`);
  }
}

async function sendCode(bank: TestBank, customer: Person): Promise<WaitingCode> {
  const subject = await bank.thirdParty.add({ owner: customer.customerNumber ?? '' });
  const { body, status } = await bank.thirdParty.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'psu-id': customer.username },
    body: { psuData: { password: customer.password } },
  });
  if (status !== 201) throw new Error(`start: ${status} ${JSON.stringify(body)}`);
  return {
    subject,
    authorisationId: String(at(body, 'authorisationId')),
    code: await bank.newestCode(customer.userId),
    requestId: randomUUID(),
  };
}

async function enterCode(
  bank: TestBank,
  { authorisationId, code, requestId, subject }: WaitingCode,
): Promise<string> {
  const { body, status } = await bank.thirdParty.send({
    method: 'PUT',
    path: `${pathOf(subject)}/${authorisationId}`,
    headers: { 'x-request-id': requestId },
    body: { scaAuthenticationData: code },
  });
  return `${status} ${String(at(body, 'scaStatus') ?? at(body, 'tppMessages', 0, 'code'))}`;
}

async function isDisconnected(database: TestDatabase): Promise<boolean> {
  const [row] = await database.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
      where datname = current_database() and application_name = 'portico-api'`,
  );
  return row?.sessions === 0;
}

const unsigned = 'authorisation scaMethodSelected, code unused, 0 signatures, payment open, 0 moves';
const signed = 'authorisation finalised, code used, 1 signatures, payment done, 1 moves';

/** Returns everything that one transaction changes. */
async function stateOf(database: TestDatabase, { authorisationId, subject }: WaitingCode): Promise<string> {
  const [row] = await database.query<{ status: string; is_used: boolean; signatures: number }>(
    `select a.status, bool_or(v.consumed_at is not null) as is_used,
       (select count(*)::int from "authorization".signature s
          join "authorization".signature_collection c using (bank_id, collection_id)
         where c.resource_id = a.subject_id and s.state = 'valid') as signatures
       from sca.authorisation a
       join "authorization".otp_verification v on v.client_id like '%' || a.authorisation_id || '%'
      where a.authorisation_id = $1 group by a.status, a.subject_id`,
    [authorisationId],
  );
  const { moves, state } = await outcomeOf(database, subject);
  const code = row?.is_used === true ? 'used' : 'unused';
  return `authorisation ${row?.status}, code ${code}, ${row?.signatures} signatures, payment ${state}, ${moves} moves`;
}

function figuresOf(kills: number, { cut, errors, signed: done, unsigned: open }: Tally): readonly Figure[] {
  return [
    {
      name: `codes used without a signature and a move, or signed without their use, after ${kills} kills`,
      figure: String(errors.length),
      goal: '0',
      isReached: errors.length === 0,
    },
    {
      name: 'of these nothing used; used and signed; requests without a response',
      figure: `${open}; ${done}; ${cut}`,
      goal: 'each more than 0',
      isReached: open > 0 && done > 0 && cut > 0,
    },
  ];
}
