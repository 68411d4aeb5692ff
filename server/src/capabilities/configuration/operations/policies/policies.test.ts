import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePolicy } from '#platform/kernel/policy.ts';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import {
  createMaintenanceTestApp,
  type MaintenanceTestApp,
} from '../../testing/maintenance-test-app.suite.ts';
import { decidePolicy } from './decide-policy.ts';
import { getPolicy } from './get-policy.ts';
import { listPolicies } from './list-policies.ts';
import { proposePolicy } from './propose-policy.ts';

const policy = definePolicy({ name: 'tries', unit: 'tries a day', default: 5, min: 1, max: 10 });
let app: MaintenanceTestApp;
let context: Context;
beforeAll(async () => {
  app = await createMaintenanceTestApp();
  const { clock, services } = app;
  context = systemContext(
    { app: services.database, clock, ids: services.ids, log: services.log },
    { job: 'test', bankId: '01', requestId: 'test' },
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const propose = (value: number | undefined, employeeId = 'e-1'): Promise<void> =>
  proposePolicy(context, { policy, value, effectiveFrom: undefined, reason: 'the board', employeeId });
const decide = (verdict: 'approve' | 'reject', employeeId = 'e-2'): Promise<unknown> =>
  decidePolicy(context, { policy, verdict, employeeId });
const held = async (): Promise<number> => (await getPolicy(context, { policy, at: app.clock.now() })).value;

describe('a proposed value', () => {
  test('waits for another employee, and is listed until then', async () => {
    await propose(7);
    expect(await held()).toBe(5);
    expect(await listPolicies(context, [policy])).toMatchObject([{ value: 5, proposed: { value: 7 } }]);
    expect(await refusalIn(propose(8))).toBe('policy-proposed');
    expect(await refusalIn(decide('approve', 'e-1'))).toBe('own-policy-approval');
    await decide('approve');
    expect(await held()).toBe(7);
    expect(await listPolicies(context, [policy])).toMatchObject([{ value: 7, proposed: undefined }]);
  });

  test('within the limits only', async () => {
    expect(await refusalIn(propose(11))).toBe('policy-limit');
    expect(await refusalIn(propose(0))).toBe('policy-limit');
  });

  test('is decided once', async () => {
    expect(await refusalIn(decide('approve'))).toBe('policy-not-proposed');
    await propose(undefined);
    await decide('reject');
    expect(await refusalIn(decide('reject'))).toBe('policy-not-proposed');
  });
});

test('the history names both employees and their reason, the newest first', async () => {
  app.clock.advance({ seconds: 1 });
  await propose(undefined);
  await decide('approve', 'e-3');
  const { changes, value } = await getPolicy(context, { policy, at: app.clock.now() });
  expect(value).toBe(5);
  expect(changes[0]).toMatchObject({
    proposedBy: 'e-1',
    decidedBy: 'e-3',
    reason: 'the board',
    state: 'approved',
  });
  expect(changes.map(({ state }) => state).toSorted()).toEqual(['approved', 'approved', 'rejected']);
});
