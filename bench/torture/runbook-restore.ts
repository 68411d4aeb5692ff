import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../../server/src/platform/testing/compile-cache.ts';
import { apiProcess } from '../harness/api-process.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { backUpDatabase, restoreDatabase } from '../harness/logical-backup.ts';
import { createOauthHarness, harnessBank, type OauthHarness } from '../harness/oauth-harness.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { freePort, type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { startSignInApi } from '../harness/sign-in-api.ts';
import { createPageBrowser, keepAliveAgent } from '../harness/sign-in-browser.ts';
import { insertPeople, type Person } from '../harness/sign-in-people.ts';
import { signIn } from '../harness/sign-in-visit.ts';
import { type Operations, openOperations } from './runbook-restore-people.ts';

/** Users of each of the six kinds. */
const people: Readonly<Record<Scale, number>> = { ci: 2, night: 50, full: 500 };
/** More than the step by which counters are advanced: only the ledger has the last ones. */
const codesUsed = 6;
const refusalsMax = 4;
const newPassword = 'another harbour with eleven lanterns';
const guardedPath = '/api/configuration/maintenance-windows';

const run = promisify(execFile);

interface Held {
  readonly person: Person;
  readonly code: (counter: number) => string;
}

interface Harness {
  readonly instance: Instance;
  readonly env: Readonly<Record<string, string>>;
  readonly operations: Operations;
  readonly kinds: Readonly<Record<Kind, readonly Person[]>>;
}

const kindNames = ['kept', 'suspended', 'closed', 'password', 'reinstated', 'passkey'] as const;
type Kind = (typeof kindNames)[number];

/** Results of the comparison after the restore. */
interface Findings {
  readonly revived: string[];
  readonly lost: string[];
  ended: number;
  kept: number;
}

/**
 * Backs up a database, ends users, tokens and parties, finishes approvals, blocks third parties, unpairs devices and
 * restricts clients, and restores the backup with the runbook: nothing that had ended is active again, and all other data
 * is unchanged. `restored apply` is killed once.
 */
export async function tortureRestore({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ shared_buffers: '64MB' });
  await using instance = await createInstance({ server: postgres.url, banks: [harnessBank] });
  const port = await freePort();
  const env = {
    ...instance.env,
    PORTICO_BASE_URL: `http://127.0.0.1:${port}`,
    PORTICO_ERASURE_LEDGER: join(instance.folder, 'ledger'),
    PORTICO_LOG_LEVEL: 'error',
  };
  const kinds = await enterKinds(instance, people[scale]);
  await using operations = await openOperations(env, instance.database);
  const harness: Harness = { instance, env, operations, kinds };
  const api = apiProcess({ env, port, logFile: join(instance.folder, 'api.log') });
  const show = progress('restore', 6);
  let worker = await startWorker(harness);
  try {
    await api.start();
    await using oauth = await createOauthHarness(instance, env.PORTICO_BASE_URL);
    show(1, 'api and worker run');
    const before = await fill(harness, oauth, port);
    const dump = await backUpDatabase(instance);
    show(2, 'backed up');
    const ended = await endThings(harness, oauth, { ...before, port });
    await waitUntilIdle(harness);
    show(3, 'ended');
    await api.stop();
    await end(worker);
    const startedAt = performance.now();
    // Step 2 of the runbook, with a logical backup.
    await restoreDatabase(instance, { dump, server: postgres.url });
    show(4, 'restored');
    await followRunbook(harness);
    worker = await startWorker(harness);
    await waitUntilIdle(harness);
    const tookMs = performance.now() - startedAt;
    show(5, 'runbook followed');
    await api.start();
    const found = await compare(harness, oauth, { ...ended, port });
    show(6, 'compared');
    return figures(found, tookMs);
  } finally {
    await api.kill();
    await end(worker);
  }
}

async function end(program: Program): Promise<void> {
  program.kill('SIGTERM');
  await program.ended;
}

async function enterKinds(instance: Instance, count: number): Promise<Harness['kinds']> {
  const all: Partial<Record<Kind, readonly Person[]>> = {};
  for (const prefix of kindNames) all[prefix] = await insertPeople(instance, { count, prefix });
  const of = (kind: Kind): readonly Person[] => all[kind] ?? [];
  return {
    kept: of('kept'),
    suspended: of('suspended'),
    closed: of('closed'),
    password: of('password'),
    reinstated: of('reinstated'),
    passkey: of('passkey'),
  };
}

async function startWorker({ env, instance }: Harness): Promise<Program> {
  const [port, logFile] = [await freePort(), join(instance.folder, 'worker.log')];
  const program = startProgram({
    args: ['server/src/main.ts', 'worker'],
    env: { ...env, PORTICO_WORKER_LISTEN: `127.0.0.1:${port}` },
    logFile,
  });
  const died = program.ended.then(async () => {
    throw new Error(`no worker: ${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
  });
  const isUp = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/v1/monitoring/liveness`)).status === 200;
  await Promise.race([until(isUp, 'the worker'), died]);
  died.catch(() => undefined);
  return program;
}

/** Waits until no event is to be relayed or processed; notices stay queued, because no templates are published. */
async function waitUntilIdle({ instance }: Harness): Promise<void> {
  await until(async () => {
    const [row] = await instance.database.query<{ open: number }>(
      `select (select count(*) from platform.outbox_event where relayed_at is null)::int
            + (select count(*) from platform.inbox_event
                where state = 'pending' and consumer not like '%-notices')::int as open`,
    );
    return row?.open === 0;
  }, 'the work to be done');
}

interface Before {
  readonly parties: readonly string[];
  readonly passkeys: ReadonlyMap<string, { readonly passkeyId: string; readonly sessionId: string }>;
  readonly remainingPasskeys: readonly string[];
  readonly used: readonly Held[];
  readonly unused: readonly Held[];
  readonly refreshToken: string;
  readonly accessToken: string;
}

async function fill(
  { operations, instance, kinds }: Harness,
  oauth: OauthHarness,
  port: number,
): Promise<Before> {
  for (const { userId } of kinds.reinstated) await operations.suspend(userId);
  await operations.blocks.fill(kinds.kept.length);
  await operations.devices.fill(kinds.kept, operations.party);
  await operations.approvals.fill(
    instance.database,
    await insertPeople(instance, { count: kinds.kept.length, prefix: 'approving', canSign: true }),
  );
  const parties: string[] = [];
  for (const [index] of kinds.kept.entries()) parties.push(await operations.party(index));
  const passkeys = new Map<string, { passkeyId: string; sessionId: string }>();
  for (const { userId } of kinds.passkey)
    passkeys.set(userId, {
      passkeyId: await operations.passkey(userId),
      sessionId: await operations.session(userId),
    });
  const remainingPasskeys: string[] = [];
  for (const { userId } of kinds.password) remainingPasskeys.push(await operations.passkey(userId));
  const holding = async (person: Person): Promise<Held> => ({
    person,
    code: await operations.eventToken(person.userId),
  });
  // The users have a TOTP token whose seed is unknown; those who enter codes get an HOTP token instead.
  await instance.database.query(
    `delete from "authorization".oath_token where kind = 'totp' and user_id = any($1)`,
    [kinds.kept.map(({ userId }) => userId)],
  );
  const used: Held[] = [];
  const unused: Held[] = [];
  for (const person of kinds.kept.slice(0, Math.ceil(kinds.kept.length / 2)))
    used.push(await holding(person));
  for (const person of kinds.kept.slice(Math.ceil(kinds.kept.length / 2))) unused.push(await holding(person));
  const { body } = await oauth.redeem(port, await oauth.code(port));
  return {
    parties,
    passkeys,
    remainingPasskeys,
    used,
    unused,
    refreshToken: String(body['refresh_token']),
    accessToken: String(body['access_token']),
  };
}

interface Ended extends Before {
  readonly port: number;
  readonly staffToken: string;
}

const cutOffEmployee = 'leaver-1';
/** The first code was used for the assignment of the token. */
const firstCounter = 1;

async function endThings(
  harness: Harness,
  oauth: OauthHarness,
  before: Before & { port: number },
): Promise<Ended> {
  const { operations, env, instance, kinds } = harness;
  for (const { userId } of kinds.suspended) await operations.suspend(userId);
  for (const { userId } of kinds.reinstated) await operations.reinstate(userId);
  for (const { userId } of kinds.closed) await operations.close(userId);
  for (const { userId } of kinds.password) await operations.changePassword(userId, newPassword);
  for (const [userId, given] of before.passkeys) await operations.removePasskey(userId, given);
  for (const { code, person } of before.used)
    for (let counter = firstCounter; counter < firstCounter + codesUsed; counter += 1)
      if (!(await operations.isCodeRight(person.userId, code(counter))))
        throw new Error('a right code was refused');
  await oauth.post(before.port, `/oauth/${harnessBank}/token/revocation`, { token: before.refreshToken });
  for (const party of before.parties) await operations.erase(party);
  await operations.blocks.change(kinds.kept.length);
  await operations.approvals.finish();
  await operations.devices.change();
  await Promise.all([
    portico(env, 'staff', 'cut-off', cutOffEmployee, '--bank', harnessBank, '--reason', 'left'),
    portico(env, 'clients', 'disable', '--id', oauth.application.clientId, '--bank', harnessBank),
  ]);
  const token = {
    kind: 'employee',
    id: cutOffEmployee,
    roles: ['maintenance'],
    banks: [harnessBank],
  } as const;
  const staffToken = await instance.mint.mint({ ...token, validForSeconds: 3_600 });
  return { ...before, staffToken };
}

async function portico(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly stdout: string }> {
  const repository = new URL('../../', import.meta.url).pathname;
  return run(process.execPath, ['server/src/main.ts', ...args], {
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...env },
  });
}

/** Steps 4 and 5, for a backup of this version; the first `restored apply` is killed. */
async function followRunbook({ env }: Harness): Promise<void> {
  await portico(env, 'restored', 'plan');
  const killed = startProgram({ args: ['server/src/main.ts', 'restored', 'apply', '--yes'], env });
  killed.child.stdout?.on('data', (chunk: Buffer) => {
    if (chunk.includes('ended')) killed.kill('SIGKILL');
  });
  await killed.ended;
  await portico(env, 'restored', 'apply', '--yes');
}

async function compare(harness: Harness, oauth: OauthHarness, ended: Ended): Promise<Findings> {
  const found: Findings = { revived: [], lost: [], ended: 0, kept: 0 };
  const expectEnded = (what: string, isOver: boolean): void => {
    found.ended += 1;
    if (!isOver) found.revived.push(what);
  };
  const expectKept = (what: string, isKept: boolean): void => {
    found.kept += 1;
    if (!isKept) found.lost.push(what);
  };
  await comparePasswords(harness, expectEnded, expectKept);
  await compareCodes(harness, ended, expectEnded, expectKept);
  await compareTokens(oauth, ended, expectEnded, expectKept);
  await compareRows(harness, ended, expectEnded, expectKept);
  await harness.operations.blocks.compare(harness.kinds.kept.length, (what, found) => {
    const expectThat = found.mustBeRefused ? expectEnded : expectKept;
    expectThat(what, found.isRefused === found.mustBeRefused);
  });
  await harness.operations.approvals.compare({ ended: expectEnded, kept: expectKept });
  await harness.operations.devices.compare({ ended: expectEnded, kept: expectKept });
  return found;
}

type Must = (what: string, isSo: boolean) => void;

async function comparePasswords(
  { env, instance, kinds }: Harness,
  expectEnded: Must,
  expectKept: Must,
): Promise<void> {
  await using api = await startSignInApi({ ...instance, env });
  const agent = keepAliveAgent();
  let visits = 0;
  const canSignIn = async (person: Person, password = person.password): Promise<boolean> => {
    visits += 1;
    const address = `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`;
    const browser = createPageBrowser({ port: api.port, agent, address });
    return (await signIn(browser, { username: person.username, password })).reached === 'second-factor';
  };
  for (const kind of ['kept', 'passkey', 'reinstated'] as const)
    for (const person of kinds[kind]) expectKept(`${kind} signs in`, await canSignIn(person));
  for (const kind of ['suspended', 'closed', 'password'] as const)
    for (const person of kinds[kind]) expectEnded(`${kind} signs in`, !(await canSignIn(person)));
  agent.destroy();
}

async function compareCodes(
  { operations }: Harness,
  ended: Ended,
  expectEnded: Must,
  expectKept: Must,
): Promise<void> {
  for (const { code, person } of ended.used) {
    // Only one attempt per factor: five failures in a row would lock it.
    const last = firstCounter + codesUsed - 1;
    expectEnded('a used code', !(await operations.isCodeRight(person.userId, code(last))));
    expectKept('the next code', await operations.isCodeRight(person.userId, code(last + 1)));
  }
  for (const { code, person } of ended.unused) {
    let [refusals, isIn] = [0, false];
    while (!isIn && refusals <= refusalsMax) {
      isIn = await operations.isCodeRight(person.userId, code(firstCounter + refusals));
      if (!isIn) refusals += 1;
    }
    expectKept('an unused token, after four codes', isIn && refusals <= refusalsMax);
  }
}

async function compareTokens(
  oauth: OauthHarness,
  { accessToken, port, refreshToken, staffToken }: Ended,
  expectEnded: Must,
  expectKept: Must,
): Promise<void> {
  const call = async (token: string, scheme: string): Promise<number> => {
    const proof = oauth.client.proof('GET', `${oauth.baseUrl}${guardedPath}`, token);
    const headers = { authorization: `${scheme} ${token}`, dpop: proof };
    return (await fetch(`http://127.0.0.1:${port}${guardedPath}`, { headers })).status;
  };
  expectEnded('a refresh token', (await oauth.refresh(port, refreshToken)).status === 400);
  expectEnded('an access token', (await call(accessToken, 'DPoP')) === 401);
  expectEnded('a token of revoked staff', (await call(staffToken, 'Bearer')) === 401);
  expectEnded('a client that was disabled', (await oauth.grant(port)).status !== 200);
  const fresh = await oauth.code(port, { browser: oauth.newBrowser() });
  const { body, status } = await oauth.redeem(port, fresh);
  expectKept('a console signs in', status === 200);
  expectKept('its token', (await call(String(body['access_token']), 'DPoP')) === 200);
}

async function compareRows(
  { instance }: Harness,
  ended: Ended,
  expectEnded: Must,
  expectKept: Must,
): Promise<void> {
  const count = async (text: string, values: readonly unknown[]): Promise<number> =>
    (
      await instance.database.query<{ count: number }>(`select count(*)::int as count from ${text}`, values)
    )[0]?.count ?? -1;
  const parties = `party.party where record_state = 'erased' and party_number = any($1)`;
  expectEnded('parties', (await count(parties, [ended.parties])) === ended.parties.length);
  const passkeys = 'identity.passkey where passkey_id = any($1::uuid[])';
  const removed = [...ended.passkeys.values()].map(({ passkeyId }) => passkeyId);
  expectEnded('passkeys', (await count(passkeys, [removed])) === 0);
  expectKept(
    'passkeys',
    (await count(passkeys, [ended.remainingPasskeys])) === ended.remainingPasskeys.length,
  );
  const sessions = 'identity.session where ended_at is null and expires_at > now() and created_at < $1';
  const longAgo = new Date(Date.now() - 1).toISOString();
  expectEnded('sessions', (await count(sessions, [longAgo])) === 0);
}

function figures({ ended, kept, lost, revived }: Findings, tookMs: number): readonly Figure[] {
  for (const what of new Set([...revived, ...lost])) console.log(`wrong: ${what}`);
  console.log(
    table(
      ['after the restore', 'compared', 'wrong'],
      [
        ['ended', ended, revived.length],
        ['kept', kept, lost.length],
      ],
    ),
  );
  return [
    none('restore, ended objects that are active again', revived.length, ended),
    none('restore, active objects that are lost', lost.length, kept),
    {
      name: 'restore, from the backup to an idle worker',
      figure: `${(tookMs / 1_000).toFixed(1)} s`,
      goal: 'reported',
      isReached: true,
    },
  ];
}

function none(name: string, count: number, of: number): Figure {
  return { name, figure: `${count} of ${of}`, goal: '0', isReached: count === 0 && of > 0 };
}
