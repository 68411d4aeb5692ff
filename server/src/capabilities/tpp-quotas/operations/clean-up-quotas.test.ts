import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { consumeQuotas } from '../store/resources.store.ts';
import { consumeUnknownAccount, listUnknownAccounts } from '../store/unknown-accounts.store.ts';
import { cleanUpQuotas } from './clean-up-quotas.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

const organisationId = 'PSDDE-BAFIN-12345';

test('the reservation of a process that died is given back an hour after its life (cleanUpQuotas)', async () => {
  const ctx = lab.context();
  const openUntil = ctx.clock.now().subtract({ minutes: 59 });
  const limits = { openMax: 10, bytesMax: 10_000, accountMax: 10 };
  const one = {
    organisationId,
    kind: 'payment',
    accountId: null,
    bytes: 5_000,
    openUntil,
    ...limits,
  } as const;
  await consumeQuotas(ctx.db, { ...one, resourceId: crypto.randomUUID() });
  await consumeQuotas(ctx.db, {
    ...one,
    resourceId: crypto.randomUUID(),
    openUntil: openUntil.subtract({ hours: 2 }),
  });
  expect(await cleanUpQuotas(ctx)).toBe(1);
  const used = await lab.database.query(
    'select open_resources, bytes::int from tpp_quotas.organisation_use where organisation_id = $1',
    [organisationId],
  );
  expect(used).toEqual([{ open_resources: 1, bytes: 5_000 }]);
});

test('unknown numbers are forgotten when no limit needs them', async () => {
  const ctx = lab.context();
  const now = ctx.clock.now();
  const criteria = { bankId: ctx.bankId, organisationId, since: now.subtract({ hours: 5 }) };
  const numberHash = Buffer.from('number');
  await consumeUnknownAccount(ctx.db, {
    ...criteria,
    numberHash,
    now: now.subtract({ hours: 2 }),
    numbersMax: 3,
  });
  expect(await listUnknownAccounts(ctx.db, criteria)).toHaveLength(1);
  expect(await cleanUpQuotas(ctx)).toBe(1);
  expect(await listUnknownAccounts(ctx.db, criteria)).toEqual([]);
});
