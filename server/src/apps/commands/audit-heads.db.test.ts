import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { sealKeyFrom } from '#platform/work/audit-chain.ts';
import { createAuditSealer } from '#platform/work/audit-sealer.ts';
import { auditHeads } from './audit-heads.ts';
import { verifyAuditTrail } from './verify-audit.ts';

test('a chain that goes back is shown and detected; after a restore it is accepted, with an audit entry', async () => {
  await using database = await createTestDatabase();
  await using worker = openDatabase({ url: database.workerUrl, poolSize: 2 });
  const folder = await mkdtemp(join(tmpdir(), 'portico-heads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const config = loadConfig(
    {
      PORTICO_DATABASE_URL: database.appUrl,
      PORTICO_DATABASE_WORKER_URL: database.workerUrl,
      PORTICO_AUDIT_KEY: pem,
      PORTICO_AUDIT_HEADS: folder,
    },
    () => '',
  );
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const run = (action: string, ...rest: readonly string[]): Promise<number> =>
    auditHeads(config, action, print, rest);
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
  expect([await run('show'), lines.splice(0)[0]]).toEqual([0, expect.stringContaining('stored 5 ')]);
  expect(await run('accept', '01', '5', 'for', 'nothing')).toBe(1);
  // As after the restore of an older backup.
  await database.query('alter table platform.audit_entry disable trigger keep_audit_entry');
  await database.query('delete from platform.audit_entry where entry_no > 3');
  await database.query('delete from platform.audit_seal');
  await database.query('alter table platform.audit_entry enable trigger keep_audit_entry');
  await write(1);
  expect(await sealer.sealOnce('01')).toBe(0);
  lines.splice(0);
  expect([await run('show'), lines.splice(0)[0]]).toEqual([1, expect.stringContaining('NOT CONTINUED')]);
  expect([await verifyAuditTrail(config, '', print, []), lines.splice(0)[0]]).toEqual([
    1,
    'bank 01: BROKEN at entry 4: truncated',
  ]);
  expect(await run('accept', '01', '3')).toBe(2);
  expect(await run('accept', '01', '4', 'restored')).toBe(1);
  expect(await run('accept', '01', '3', 'restored', 'the', 'backup', 'of', 'Sunday')).toBe(0);
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
  lines.splice(0);
  expect([await verifyAuditTrail(config, '', print, []), lines[0]]).toEqual([
    0,
    expect.stringContaining('intact'),
  ]);
});

test('without a folder there is nothing to show', async () => {
  const config = loadConfig({ PORTICO_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, () => '');
  const lines: string[] = [];
  expect(await auditHeads(config, 'show', (line) => void lines.push(line), [])).toBe(2);
  expect(lines[0]).toContain('PORTICO_AUDIT_HEADS');
});
