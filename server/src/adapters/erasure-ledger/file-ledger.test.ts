import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasureLedgerSuite } from '#capabilities/party/testing/erasure-ledger.suite.ts';
import { createFileLedger } from './file-ledger.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-ledger-'));
});
afterAll(() => rm(folder, { recursive: true }));

function newPath(): string {
  files += 1;
  return join(folder, `ledger-${files}`);
}

erasureLedgerSuite('a file', async () => {
  const path = newPath();
  return { open: () => createFileLedger(path) };
});

const erasure = { bankId: '01', partyNumber: '1000000048', erasedAt: '2026-11-15T10:00:00.000Z' };

test('a line torn by a crash is skipped, and later lines are not lost', async () => {
  const path = newPath();
  const ledger = createFileLedger(path);
  await ledger.append(erasure);
  await appendFile(path, '{"bankId":"01","partyNum');
  await ledger.append({ ...erasure, partyNumber: '2' });
  expect((await ledger.list()).map(({ partyNumber }) => partyNumber)).toEqual(['1000000048', '2']);
});

test('only its owner can read it', async () => {
  const path = newPath();
  await createFileLedger(path).append(erasure);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a ledger that cannot be read is a failure, never an empty one', async () => {
  await expect(createFileLedger(folder).list()).rejects.toThrow('EISDIR');
});
