import { join } from 'node:path';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { beginOnDevice, type ConsentBank, createConsentBank, giveConsent } from '../harness/consent-bank.ts';
import { backUpDatabase, type LogicalBackup, restoreDatabase } from '../harness/logical-backup.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { startProgram, until } from '../harness/processes.ts';
import { replaceKeys } from '../harness/replace-keys.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';

/** Consents of each of the three kinds. */
const consentsOfKind: Readonly<Record<Scale, number>> = { ci: 2, night: 20, full: 100 };

interface Run {
  readonly consents: ConsentBank;
  readonly errors: string[];
  compared: number;
}

/** What the third party reads under a consent: accounts, or the code of a problem. */
type Expected = 'accounts' | 'CONSENT_EXPIRED' | 'CONSENT_INVALID' | 'fails';

/**
 * Consents while their row becomes unreadable, while keys are replaced, and after a restore: one row stops no other
 * consent and no job; ids of accounts stay the same under new keys; what was deleted or replaced after the backup stays
 * so, and what was valid is valid.
 */
export async function tortureConsentRunbooks({ scale }: TortureOptions): Promise<readonly Figure[]> {
  const count = consentsOfKind[scale];
  await using postgres = await startPostgres({ wal_level: 'logical', shared_buffers: '64MB' });
  await using consents = await createConsentBank({ server: postgres.url });
  const { apis, bank } = consents;
  const [api] = apis;
  const { instance } = bank;
  const holders = await consents.holders(3 * count + 1, 'holder');
  await api.process.start();
  const given: string[] = [];
  for (const holder of holders) given.push(await giveConsent(api, instance, holder));
  const [broken = '', ...readable] = given;
  const kept = readable.slice(0, count);
  const deleted = readable.slice(count, 2 * count);
  const replaced = readable.slice(2 * count);
  const run: Run = { consents, errors: [], compared: 0 };
  const show = progress('consents', 4);
  const before = await idsOf(run, readable);
  const dump = await backUpDatabase(instance);
  show(1, 'backed up');

  await breakRow(run, broken);
  await bank.worker.start();
  const code = await replaceKeys(instance);
  expect(run, 'keys reseal with an unreadable row', code === 1);
  await compareReads(run, [broken], 'fails');
  expect(run, 'ids of accounts after new keys', same(before, await idsOf(run, readable)));
  await compareExpiry(run, broken, kept.at(-1) ?? '');
  show(2, 'a row was unreadable, and keys were replaced');

  for (const consentId of deleted) await api.send({ method: 'DELETE', path: `/v1/consents/${consentId}` });
  // On the device: this process cannot open a code that is encrypted with the new keys.
  for (const holder of holders.slice(1 + 2 * count)) {
    const approved = await (await beginOnDevice(api, holder)).approve();
    expect(run, `a newer consent: ${approved}`, approved === '204');
  }
  await restoreBackup(run, { dump, server: postgres.url });
  show(3, 'restored');

  await compareReads(run, kept, 'accounts');
  await compareReads(run, [...deleted, ...replaced], 'CONSENT_EXPIRED');
  show(4, 'compared');
  return figuresOf(run);
}

/** Follows the runbook: stops the processes, restores, corrects, and starts the api. */
async function restoreBackup(run: Run, backup: LogicalBackup): Promise<void> {
  const { apis, bank } = run.consents;
  await waitUntilIdle(run);
  await Promise.all([apis[0].process.stop(), bank.worker.stop()]);
  await restoreDatabase(bank.instance, backup);
  const applied = await startProgram({
    args: ['server/src/main.ts', 'restored', 'apply', '--yes'],
    env: bank.env,
    logFile: join(bank.instance.folder, 'restored.log'),
  }).ended;
  expect(run, `restored apply: ${applied}`, applied === 0);
  await apis[0].process.start();
}

function expect(run: Run, what: string, isSo: boolean): void {
  run.compared += 1;
  if (!isSo) run.errors.push(what);
}

async function read({ consents: { apis } }: Run, consentId: string): ReturnType<(typeof apis)[0]['send']> {
  return apis[0].send({
    method: 'GET',
    path: '/v1/accounts',
    headers: { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.7' },
  });
}

async function compareReads(run: Run, consentIds: readonly string[], expected: Expected): Promise<void> {
  for (const consentId of consentIds) {
    const { body, status } = await read(run, consentId);
    const code = String(at(body, 'tppMessages', 0, 'code'));
    const found = status === 200 ? 'accounts' : status >= 500 ? 'fails' : code;
    expect(run, `a read: ${status} ${found} instead of ${expected}`, found === expected);
  }
}

/** Returns the id of the account under each consent. */
async function idsOf(run: Run, consentIds: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const consentId of consentIds)
    ids.push(String(at((await read(run, consentId)).body, 'accounts', 0, 'resourceId')));
  return ids;
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && some.every((id, index) => id !== 'undefined' && id === others[index]);
}

async function breakRow({ consents }: Run, consentId: string): Promise<void> {
  await consents.bank.instance.database.query(
    `update consents.consent set sealed_access = '\\xbad0' where consent_id = $1`,
    [consentId],
  );
}

/** The job of the worker records the end of an unreadable consent and of the others. */
async function compareExpiry(run: Run, broken: string, other: string): Promise<void> {
  const { database } = run.consents.bank.instance;
  const ids = [broken, other];
  await database.query(`update consents.consent set ends_at = now() where consent_id = any($1::uuid[])`, [
    ids,
  ]);
  await until(async () => {
    const [row] = await database.query<{ open: number }>(
      `select count(*)::int as open from consents.consent where consent_id = any($1::uuid[]) and status = 'valid'`,
      [ids],
    );
    return row?.open === 0;
  }, 'the end of the consents to be recorded');
  run.compared += 1;
}

/** Waits until no event is to be relayed or processed; notices stay queued, because no templates are published. */
async function waitUntilIdle({ consents }: Run): Promise<void> {
  await until(async () => {
    const [row] = await consents.bank.instance.database.query<{ open: number }>(
      `select (select count(*) from platform.outbox_event where relayed_at is null)::int
            + (select count(*) from platform.inbox_event
                where state = 'pending' and consumer not like '%-notices')::int as open`,
    );
    return row?.open === 0;
  }, 'the work to be done');
}

function figuresOf({ compared, errors }: Run): readonly Figure[] {
  for (const error of errors.slice(0, 10)) console.log(error);
  return [
    {
      name: 'consents, reads and states other than expected after an unreadable row, new keys and a restore',
      figure: `${errors.length} of ${compared}`,
      goal: '0',
      isReached: errors.length === 0 && compared > 0,
    },
  ];
}
