import { Temporal } from 'temporal-polyfill';
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

const propose = (value: number | undefined, employeeId = 'e-1'): Promise<string> =>
  proposePolicy(context, { policy, value, effectiveFrom: undefined, reason: 'the board', employeeId });
const decide = (
  changeId: string,
  verdict: 'approve' | 'reject' = 'approve',
  employeeId = 'e-2',
): Promise<unknown> => decidePolicy(context, { policy, changeId, verdict, employeeId });
const held = async (): Promise<number> => (await getPolicy(context, { policy, at: app.clock.now() })).value;

describe('a proposed value', () => {
  test('waits for another employee, and is listed until then', async () => {
    const changeId = await propose(7);
    expect(await held()).toBe(5);
    expect(await listPolicies(context, [policy])).toMatchObject([
      { value: 5, proposed: { value: 7, changeId } },
    ]);
    expect(await refusalIn(propose(8))).toBe('policy-proposed');
    expect(await refusalIn(decide(changeId, 'approve', 'e-1'))).toBe('own-policy-approval');
    await decide(changeId);
    expect(await held()).toBe(7);
    expect(await listPolicies(context, [policy])).toMatchObject([{ value: 7, proposed: undefined }]);
  });

  test('within the limits only', async () => {
    expect(await refusalIn(propose(11))).toBe('policy-limit');
    expect(await refusalIn(propose(0))).toBe('policy-limit');
  });

  test('is decided once', async () => {
    const changeId = await propose(undefined);
    await decide(changeId, 'reject');
    expect(await refusalIn(decide(changeId))).toBe('policy-not-proposed');
    expect(await refusalIn(decide(changeId, 'reject'))).toBe('policy-not-proposed');
  });

  test('is the one that the second employee has read, or it is neither approved nor rejected', async () => {
    const before = await held();
    const read = await propose(6);
    await decide(read, 'reject', 'e-1');
    const swapped = await propose(10);
    expect(await refusalIn(decide(read))).toBe('policy-proposed-anew');
    expect(await refusalIn(decide(read, 'reject'))).toBe('policy-proposed-anew');
    expect(await held()).toBe(before);
    await decide(swapped, 'reject');
  });
});

test('the history names both employees and their reason, the newest first', async () => {
  app.clock.advance({ seconds: 1 });
  await decide(await propose(undefined), 'approve', 'e-3');
  const { changes, value } = await getPolicy(context, { policy, at: app.clock.now() });
  expect(value).toBe(5);
  expect(changes[0]).toMatchObject({
    proposedBy: 'e-1',
    decidedBy: 'e-3',
    reason: 'the board',
    state: 'approved',
  });
  expect(changes.map(({ state }) => state).toSorted()).toEqual([
    'approved',
    'approved',
    'rejected',
    'rejected',
    'rejected',
  ]);
});

describe('a scheduled value', () => {
  const day = (days: number): Temporal.Instant => start.add({ hours: 24 * days });
  const start = Temporal.Instant.from('2027-01-01T00:00:00Z');
  /** Approves a value on a day, to take effect on another. */
  async function approveOn(
    name: string,
    value: number,
    [on, from]: readonly [number, number],
  ): Promise<void> {
    app.clock.set(day(on).toString());
    const one = { ...policy, name };
    const proposal = { policy: one, value, effectiveFrom: day(from), reason: 'the board', employeeId: 'e-1' };
    const changeId = await proposePolicy(context, proposal);
    await decidePolicy(context, { policy: one, changeId, verdict: 'approve', employeeId: 'e-2' });
  }
  const valuesOn = async (name: string, days: readonly number[]): Promise<readonly number[]> => {
    const found = days.map((one) => getPolicy(context, { policy: { ...policy, name }, at: day(one) }));
    return (await Promise.all(found)).map(({ value }) => value);
  };
  const nextOn = async (name: string, on: number): Promise<number | undefined> =>
    (await getPolicy(context, { policy: { ...policy, name }, at: day(on) })).next?.value;

  test('is listed with its time, and ended by a later approval that takes effect before it', async () => {
    await approveOn('emergency', 10, [0, 10]);
    const [listed] = await listPolicies(context, [{ ...policy, name: 'emergency' }]);
    expect(listed).toMatchObject({ value: 5, next: { value: 10, effectiveFrom: day(10) } });
    expect(await nextOn('emergency', 1)).toBe(10);
    await approveOn('emergency', 1, [2, 2]);
    expect(await valuesOn('emergency', [1, 2, 10, 11])).toEqual([5, 1, 1, 1]);
    expect(await nextOn('emergency', 3)).toBeUndefined();
  });

  test('stays when a later approval takes effect after it, or is scheduled again', async () => {
    await approveOn('steps', 6, [0, 10]);
    await approveOn('steps', 7, [1, 20]);
    expect(await valuesOn('steps', [9, 10, 19, 20])).toEqual([5, 6, 6, 7]);
    expect([await nextOn('steps', 2), await nextOn('steps', 10), await nextOn('steps', 20)]).toEqual([
      6,
      7,
      undefined,
    ]);
    await approveOn('steps', 2, [12, 15]);
    await approveOn('steps', 3, [16, 30]);
    expect(await valuesOn('steps', [9, 10, 14, 15, 20, 29, 30])).toEqual([5, 6, 6, 2, 2, 2, 3]);
  });

  test('that was ended does not change what held on a past day', async () => {
    await approveOn('past', 8, [0, 5]);
    const before = await valuesOn('past', [4, 5, 6]);
    await approveOn('past', 2, [7, 7]);
    expect([before, await valuesOn('past', [4, 5, 6, 7])]).toEqual([
      [5, 8, 8],
      [5, 8, 8, 2],
    ]);
  });
});
