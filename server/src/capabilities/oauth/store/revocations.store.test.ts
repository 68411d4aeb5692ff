import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { runCommand } from '#platform/work/command.ts';
import { type Revocation, upsertRevocation } from './revocations.store.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(() => lab.database.empty('oauth.revocation'));

const revoke = (changed: Partial<Revocation> = {}): Promise<void> =>
  runCommand(lab.context(), async (work) => {
    const revokedAt = lab.clock.now();
    const usual = { bankId: '01', kind: 'client', value: 'app-1', revokedAt } as const;
    upsertRevocation(work, { ...usual, expiresAt: revokedAt.add({ minutes: 15 }), ...changed });
    work.audit({ aggregateKind: 'test', aggregateId: 'app-1', changes: [] });
  });

const rows = (): Promise<readonly Record<string, unknown>[]> =>
  lab.database.query(
    `select bank_id, kind, value, to_char(revoked_at, 'HH24:MI') as revoked, to_char(expires_at, 'HH24:MI') as expires
       from oauth.revocation order by kind, value`,
  );

test('each kind is stored separately', async () => {
  await revoke();
  await revoke({ kind: 'grant' });
  await revoke({ kind: 'token' });
  expect((await rows()).map(({ kind }) => kind)).toEqual(['client', 'grant', 'token']);
});

test('a second call moves the time forward, and never back', async () => {
  await revoke();
  const earlier = lab.clock.now().subtract({ hours: 1 });
  await revoke({ revokedAt: earlier, expiresAt: earlier.add({ minutes: 15 }) });
  const [current] = await rows();
  lab.clock.advance({ minutes: 3 });
  await revoke();
  const [moved] = await rows();
  expect([current?.['revoked'], current?.['expires'], moved?.['revoked'], moved?.['expires']]).toEqual([
    '10:00',
    '10:15',
    '10:03',
    '10:18',
  ]);
});

test('concurrent calls result in one row', async () => {
  await Promise.all(Array.from({ length: 5 }, () => revoke()));
  expect(await rows()).toHaveLength(1);
});

test('of another bank is not possible', async () => {
  await expect(revoke({ bankId: '02' })).rejects.toThrow('row-level security');
});
