import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { sealKeyFrom } from '#platform/work/audit-chain.ts';
import { createAuditSealer } from '#platform/work/audit-sealer.ts';
import { type Outcome, runWith } from './program.suite.ts';

test('a chain that goes back is shown and detected; after a restore it is accepted, with an audit entry', async () => {
  await using database = await createTestDatabase();
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  const folder = await mkdtemp(join(tmpdir(), 'portico-heads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_DATABASE_WORKER_URL: database.workerUrl,
    PORTICO_AUDIT_KEY: pem,
    PORTICO_AUDIT_HEADS: folder,
  };
  const run = (...words: readonly string[]): Promise<Outcome> => runWith(settings, ['audit-heads', ...words]);
  const verify = (): Promise<Outcome> => runWith(settings, ['audit-verify']);
  const clock = fakeClock(new Date().toISOString());
  const sealer = createAuditSealer({
    database: worker,
    clock,
    key: sealKeyFrom(pem),
    log: createLogger({ level: 'fatal' }),
    heads: createFileHeads(folder),
  });
  const write = (count: number): Promise<unknown> =>
    database.query(
      `insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
       select '01', gen_random_uuid(), now(), 'Test', 'thing', 'x', '{}' from generate_series(1, $1::int)`,
      [count],
    );
  await write(5);
  await sealer.sealOnce('01');
  expect(await run('show')).toMatchObject({ code: 0, text: expect.stringContaining('stored 5 ') });
  expect((await run('accept', '01', '5', 'for', 'nothing')).code).toBe(1);
  // As after the restore of an older backup.
  await database.query('alter table platform.audit_entry disable trigger keep_audit_entry');
  await database.query('delete from platform.audit_entry where entry_no > 3');
  await database.query('delete from platform.audit_seal');
  await database.query('alter table platform.audit_entry enable trigger keep_audit_entry');
  await write(1);
  expect(await sealer.sealOnce('01')).toBe(0);
  expect(await run('show')).toMatchObject({ code: 1, text: expect.stringContaining('NOT CONTINUED') });
  const broken = await verify();
  expect([broken.code, broken.text.split('\n')[0]]).toEqual([1, 'bank 01: BROKEN at entry 4: truncated']);
  expect(await run('accept', '01', '3')).toMatchObject({
    code: 2,
    text: expect.stringContaining('REASON is missing'),
  });
  expect((await run('accept', '01', '4', 'restored', '--yes')).code).toBe(1);
  const why = ['restored', 'the', 'backup', 'of', 'Sunday'];
  expect(await run('accept', '01', '3', ...why)).toMatchObject({
    code: 4,
    text: expect.stringMatching(/replaces the stored head 5 \w+ by 3 \w+$/),
  });
  expect((await run('accept', '01', '3', ...why, '--yes')).code).toBe(0);
  const accepted = await readFile(join(folder, 'accepted.jsonl'), 'utf8');
  expect(JSON.parse(accepted)).toMatchObject({
    bankId: '01',
    reason: 'restored the backup of Sunday',
    before: { entryNo: '5' },
    after: { entryNo: '3' },
  });
  expect(await sealer.sealOnce('01')).toBe(2);
  expect(sealer.failures().size).toBe(0);
  const [entry] = await database.query<{ record: string }>(
    `select record from platform.audit_entry where aggregate_kind = 'audit-chain'`,
  );
  expect(entry?.record).toContain('restored the backup of Sunday');
  expect(await verify()).toMatchObject({ code: 0, text: expect.stringContaining('intact') });
});

test('without a folder there is nothing to show', async () => {
  const settings = { PORTICO_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' };
  expect(await runWith(settings, ['audit-heads', 'show'])).toMatchObject({
    code: 3,
    text: 'audit-heads show needs PORTICO_DATABASE_WORKER_URL and PORTICO_AUDIT_HEADS.',
  });
});
