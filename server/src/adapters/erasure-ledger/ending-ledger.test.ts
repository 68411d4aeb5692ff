import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ending, newestEndings } from '#platform/work/ending-ledger.ts';
import { createEndingLedger, createFileLedger } from './file-ledger.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-ledger-'));
});
afterAll(() => rm(folder, { recursive: true }));

const ending = (more: Partial<Ending> = {}): Ending => ({
  event: 'user-suspended',
  bankId: '01',
  subject: 'usr_1',
  at: '2026-11-15T10:00:00.000Z',
  ...more,
});

describe('a ledger of endings', () => {
  it('shares a file with erasures, and each reader sees its own lines', async () => {
    const path = join(folder, 'shared');
    const erasure = { bankId: '01', partyNumber: '1000000048', erasedAt: '2026-11-15T10:00:00.000Z' };
    await createFileLedger(path).append(erasure);
    await createEndingLedger(path).append(ending({ reason: 'fraud' }));
    await appendFile(path, '{"event":"user-clo');
    await createEndingLedger(path).append(
      ending({ event: 'user-closed', until: '2026-12-01T00:00:00.000Z' }),
    );
    expect(await createFileLedger(path).list()).toEqual([erasure]);
    expect(await createEndingLedger(path).list()).toEqual([
      ending({ reason: 'fraud' }),
      ending({ event: 'user-closed', until: '2026-12-01T00:00:00.000Z' }),
    ]);
  });

  it('is empty without a file, and fails if the file cannot be read', async () => {
    expect(await createEndingLedger(join(folder, 'absent')).list()).toEqual([]);
    await expect(createEndingLedger(folder).list()).rejects.toThrow('EISDIR');
  });
});

describe('the newest ending', () => {
  const criteria = { bankId: '01', events: ['user-suspended', 'user-activated'] };

  it('is determined by time, not by line: an event relayed again after a restore is the older one', () => {
    const activated = ending({ event: 'user-activated', at: '2026-11-15T11:00:00.000Z' });
    expect(newestEndings([ending(), activated, ending()], criteria)).toEqual([activated]);
  });

  it('is that of the requested bank and events', () => {
    const others = [ending({ bankId: '02' }), ending({ event: 'user-closed' })];
    expect(newestEndings([...others, ending()], criteria)).toEqual([ending()]);
  });
});
