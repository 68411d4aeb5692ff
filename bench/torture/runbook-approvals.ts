import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import { pathOf } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { replaceKeys } from '../harness/replace-keys.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { insertPeople, type Person } from '../harness/sign-in-people.ts';
import { createTestBank, type TestBank } from '../harness/test-bank.ts';
import type { BankRequest } from '../harness/test-third-party.ts';
import { secondsUntil } from './runbook-outage-harness.ts';

/** Customers at each of the three points of an approval. */
const customers: Readonly<Record<Scale, number>> = { ci: 2, night: 10, full: 50 };
const recoveryGoalSeconds = 15;
/** For a busy machine. */
const recoveryGuardSeconds = 60;

interface Waiting {
  readonly person: Person;
  readonly subject: SubjectRef;
  readonly path: string;
}

interface Run {
  readonly bank: TestBank;
  /** The third party has named the customer; the password follows. */
  readonly named: readonly Waiting[];
  /** The code was sent. */
  readonly coded: readonly Waiting[];
  /** A device is asked, and the third party reads the status. */
  readonly asked: readonly Waiting[];
  readonly errors: string[];
  compared: number;
}

/**
 * PostgreSQL stops while customers approve, an approval becomes unreadable, and the keys are replaced: requests get 503
 * and count as no attempt, and every approval in progress is finished afterwards.
 */
export async function tortureApprovalRunbooks({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ shared_buffers: '64MB' });
  await using bank = await createTestBank({
    server: postgres.url,
    // No broker listens there: only the worker needs one.
    env: { PORTICO_NATS_SERVERS: 'nats://127.0.0.1:9', PORTICO_OAUTH_SERVER: 'off' },
    profile: { scaApproachesSupported: ['EMBEDDED', 'DECOUPLED'] },
  });
  const people = await insertPeople(bank.instance, {
    count: 3 * customers[scale],
    prefix: 'outage',
    canSign: true,
  });
  await bank.api.start();
  const run = await begin(bank, people);
  await postgres.stop();
  await compareAway(run);
  await postgres.start();
  const recoverySeconds = await secondsUntil(async () => {
    const { status } = await bank.thirdParty.send({ method: 'GET', path: run.asked[0]?.path ?? '' });
    return status === 200;
  }, 'the status of an approval');
  await compareBack(run);
  await breakOne(run);
  const codes = await codesOf(run);
  await replaceAllKeys(run);
  await finishAll(run, codes);
  return figuresOf(run, recoverySeconds);
}

/** Starts the approvals: each third of the customers gets to another point. */
async function begin(bank: TestBank, people: readonly Person[]): Promise<Run> {
  const third = people.length / 3;
  const password = (person: Person): Partial<BankRequest> => ({
    body: { psuData: { password: person.password } },
  });
  const decoupled = { 'tpp-decoupled-preferred': 'true' };
  const startEach = (group: readonly Person[], more: (person: Person) => Partial<BankRequest>) =>
    Promise.all(group.map((person) => start(bank, person, more(person))));
  return {
    bank,
    named: await startEach(people.slice(0, third), () => ({})),
    coded: await startEach(people.slice(third, 2 * third), password),
    asked: await startEach(people.slice(2 * third), () => ({ headers: decoupled })),
    errors: [],
    compared: 0,
  };
}

async function start(bank: TestBank, person: Person, more: Partial<BankRequest>): Promise<Waiting> {
  const subject = await bank.thirdParty.add({ owner: person.customerNumber ?? '' });
  const { body, status } = await bank.thirdParty.send({
    method: 'POST',
    path: pathOf(subject),
    ...more,
    headers: { 'psu-id': person.username, ...more.headers },
  });
  if (status !== 201) throw new Error(`start: ${status} ${JSON.stringify(body)}`);
  return { person, subject, path: `${pathOf(subject)}/${String(at(body, 'authorisationId'))}` };
}

/** Sends a request and compares status and scaStatus of the response. */
async function expectAnswer(run: Run, request: BankRequest, expected: string): Promise<void> {
  const { body, status } = await run.bank.thirdParty.send(request);
  const scaStatus = at(body, 'scaStatus');
  const answer = typeof scaStatus === 'string' ? `${status} ${scaStatus}` : String(status);
  run.compared += 1;
  if (answer !== expected) run.errors.push(`${request.method}: ${answer} instead of ${expected}`);
}

const readOf = ({ path }: Waiting): BankRequest => ({ method: 'GET', path });
const passwordOf = ({ path, person: { password } }: Waiting): BankRequest => ({
  method: 'PUT',
  path,
  body: { psuData: { password } },
});
const codeOf = ({ path }: Waiting, code: string): BankRequest => ({
  method: 'PUT',
  path,
  body: { scaAuthenticationData: code },
});

async function compareAway(run: Run): Promise<void> {
  for (const one of run.asked) await expectAnswer(run, readOf(one), '503');
  for (const one of run.named) await expectAnswer(run, passwordOf(one), '503');
  for (const one of run.coded) await expectAnswer(run, codeOf(one, '000000'), '503');
}

/** Nothing was counted, and nothing was lost. */
async function compareBack(run: Run): Promise<void> {
  for (const one of run.asked) await expectAnswer(run, readOf(one), '200 started');
  for (const one of run.named) await expectAnswer(run, readOf(one), '200 psuIdentified');
  for (const one of run.coded) await expectAnswer(run, readOf(one), '200 scaMethodSelected');
  const counted = await run.bank.instance.database.query(
    'select from sca.authorisation where wrong_passwords > 0 or wrong_codes > 0',
  );
  if (counted.length > 0) run.errors.push(`${counted.length} approvals count an attempt of the outage`);
  for (const one of run.named) await expectAnswer(run, passwordOf(one), '200 scaMethodSelected');
}

/** Makes one approval unreadable; its own requests fail, those of others do not. */
async function breakOne(run: Run): Promise<void> {
  const [broken, ...others] = run.asked;
  if (broken === undefined) return;
  await run.bank.instance.database.query(
    `update sca.authorisation set sealed_details = '\\xbad0' where subject_id = $1`,
    [broken.subject.id],
  );
  await expectAnswer(run, readOf(broken), '500');
  for (const one of others) await expectAnswer(run, readOf(one), '200 started');
  // An operator deletes the row: the third party starts another authorisation.
  await run.bank.instance.database.query('delete from sca.authorisation where subject_id = $1', [
    broken.subject.id,
  ]);
  await expectAnswer(run, readOf(broken), '403');
}

/** Replaces the keys under which approvals are encrypted, while they are open. */
async function replaceAllKeys({ bank: { instance }, errors }: Run): Promise<void> {
  const code = await replaceKeys(instance);
  if (code !== 0) errors.push(`keys reseal ended with ${code}`);
}

/** Returns the codes by the path of their authorisation. */
async function codesOf({ bank, coded, named }: Run): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { path, person } of [...named, ...coded]) codes.set(path, await bank.newestCode(person.userId));
  return codes;
}

/** Every customer with a code finishes, with the code that was sent before the keys were replaced. */
async function finishAll(run: Run, codes: ReadonlyMap<string, string>): Promise<void> {
  for (const one of [...run.named, ...run.coded]) {
    await expectAnswer(run, codeOf(one, codes.get(one.path) ?? ''), '200 finalised');
    const { moves } = await outcomeOf(run.bank.instance.database, one.subject);
    if (moves !== 1) run.errors.push(`a payment moved ${moves} times`);
  }
}

function figuresOf({ compared, errors }: Run, recoverySeconds: number): readonly Figure[] {
  for (const error of errors.slice(0, 10)) console.log(error);
  return [
    {
      name: 'approvals, responses and counts other than expected during outages',
      figure: `${errors.length} of ${compared}`,
      goal: '0',
      isReached: errors.length === 0 && compared > 0,
    },
    {
      name: 'approvals, readable after PostgreSQL started again, without a restart',
      figure: `${recoverySeconds.toFixed(1)} s`,
      goal: `≤ ${recoveryGoalSeconds} s`,
      isReached: recoverySeconds <= recoveryGoalSeconds,
      holdsGuard: recoverySeconds <= recoveryGuardSeconds,
    },
  ];
}
