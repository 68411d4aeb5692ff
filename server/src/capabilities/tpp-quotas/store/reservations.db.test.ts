import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { consumeQuotas, type ReservationOutcome, refundQuotas } from './resources.store.ts';

let database: TestDatabase;
let processes: readonly Database[];
beforeAll(async () => {
  database = await createTestDatabase();
  processes = Array.from({ length: 3 }, () => openDatabase({ url: database.appUrl, poolSize: 4 }));
});
afterAll(async () => {
  for (const one of processes) await one[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const limits = { openMax: 1_000, bytesMax: 1_000_000, accountMax: 1_000 };

/** Sixty reservations of one third party at once, from three processes. */
async function sixty(
  organisationId: string,
  more: Partial<typeof limits>,
): Promise<readonly { readonly id: string; readonly outcome: ReservationOutcome }[]> {
  const openUntil = Temporal.Instant.from('2026-05-01T10:00:00Z');
  return Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const id = crypto.randomUUID();
      const db = processes[index % processes.length]?.forBank('01');
      if (db === undefined) throw new Error('no process');
      const kind = 'payment';
      const one = {
        organisationId,
        kind,
        resourceId: id,
        accountId: 'a-1',
        bytes: 10,
        openUntil,
      } as const;
      return { id, outcome: await consumeQuotas(db, { ...one, ...limits, ...more }) };
    }),
  );
}

test.each([
  ['open-resources', { openMax: 7 }],
  ['bytes', { bytesMax: 75 }],
  ['open-per-account', { accountMax: 7 }],
] as const)(
  'of parallel reservations of several processes, as many get a place as %s leaves',
  async (quota, more) => {
    const organisationId = `PSDDE-BAFIN-${quota}`;
    const made = await sixty(organisationId, more);
    const reserved = made.filter(({ outcome }) => outcome === 'reserved').map(({ id }) => id);
    expect(reserved).toHaveLength(7);
    expect(new Set(made.map(({ outcome }) => outcome))).toEqual(new Set(['reserved', quota]));
    const [db] = processes.map((one) => one.forBank('01'));
    if (db === undefined) throw new Error('no process');
    await Promise.all(reserved.map((id) => refundQuotas(db, { bankId: '01', resourceIds: [id, id] })));
    await refundQuotas(db, { bankId: '01', resourceIds: reserved });
    const used = await database.query(
      'select open_resources, bytes::int from tpp_quotas.organisation_use where organisation_id = $1',
      [organisationId],
    );
    expect(used).toEqual([{ open_resources: 0, bytes: 0 }]);
  },
);
