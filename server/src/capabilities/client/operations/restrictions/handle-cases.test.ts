import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { at } from '#platform/testing/json-at.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import { noticeOf } from '../../domain/restrictions/notice.ts';
import {
  asApplication,
  asCustomer,
  createRestrictionsTestApp,
  fraudPath,
  type RestrictionsTestApp,
  restrictionsPath,
} from '../../testing/restrictions-test-app.suite.ts';
import { cleanUpRestrictions } from './clean-up-restrictions.ts';
import { followParty } from './follow-party.ts';
import { liftRestriction } from './lift-restriction.ts';
import { listClientCases } from './list-client-cases.ts';
import { moveFraudReport } from './move-fraud-report.ts';
import { replayRestrictions } from './replay-restrictions.ts';

let app: RestrictionsTestApp;
beforeAll(async () => {
  app = await createRestrictionsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const block = { kind: 'payment-block', reason: 'lost' } as const;
const literalOf = (error: unknown): string => (error instanceof Problem ? error.literal : String(error));

async function setByBank(clientNumber: string): Promise<string> {
  const body = { ...block, clientNumber };
  return String(at((await app.post(restrictionsPath, { as: asApplication, body })).body, 'restrictionId'));
}

async function setByClient(): Promise<{ readonly restrictionId: string; readonly clientNumber: string }> {
  const client = await app.client();
  const { body } = await app.post(restrictionsPath, { as: asCustomer(client), body: block });
  return { restrictionId: String(at(body, 'restrictionId')), clientNumber: client.customerNumber };
}

async function statesOf(clientNumber: string): Promise<readonly string[]> {
  const { restrictions } = await listClientCases(app.context(), { clientNumber });
  return restrictions.map(({ kind, state }) => `${kind} ${state}`).toSorted();
}

describe('staff lift a restriction', () => {
  test('of the client: one employee, once', async () => {
    const { clientNumber, restrictionId } = await setByClient();
    const lift = { restrictionId, employeeId: 'e-1', reason: 'identified by document' };
    expect((await liftRestriction(app.context(), lift)).outcome).toBe('lifted');
    expect(await statesOf(clientNumber)).toEqual(['payment-block lifted']);
    expect(await liftRestriction(app.context(), lift).catch(literalOf)).toBe('restriction-ended');
  });

  test('of the bank: two employees', async () => {
    const { customerNumber } = await app.client();
    const restrictionId = await setByBank(customerNumber);
    const lift = { restrictionId, employeeId: 'e-1', reason: 'cleared' };
    expect((await liftRestriction(app.context(), lift)).outcome).toBe('proposed');
    expect(await statesOf(customerNumber)).toEqual(['payment-block active']);
    expect(await liftRestriction(app.context(), { ...lift, employeeId: 'E-1' }).catch(literalOf)).toBe(
      'second-employee-required',
    );
    expect((await liftRestriction(app.context(), { ...lift, employeeId: 'e-2' })).outcome).toBe('lifted');
    const { restrictions } = await listClientCases(app.context(), { clientNumber: customerNumber });
    expect(restrictions[0]?.details.liftedBy).toEqual(['e-1', 'e-2']);
    expect((await app.eventsOf(customerNumber)).map(({ name }) => name)).toEqual([
      'restriction-set',
      'restriction-lifted',
    ]);
  });

  test('of the bank that was set again after the proposal: the proposal is void', async () => {
    const { customerNumber } = await app.client();
    const restrictionId = await setByBank(customerNumber);
    const lift = { restrictionId, employeeId: 'e-1', reason: 'cleared' };
    expect((await liftRestriction(app.context(), lift)).outcome).toBe('proposed');
    await setByBank(customerNumber);
    expect((await liftRestriction(app.context(), { ...lift, employeeId: 'e-2' })).outcome).toBe('proposed');
    expect(await statesOf(customerNumber)).toEqual(['payment-block active']);
  });

  test('that exists', async () => {
    const restrictionId = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
    const lift = { restrictionId, employeeId: 'e-1', reason: 'x' };
    expect(await liftRestriction(app.context(), lift).catch(literalOf)).toBe('not-found');
  });

  test('of the bank that has not expired', async () => {
    const { customerNumber: clientNumber } = await app.client();
    const body = { ...block, clientNumber, expiresAt: app.identity.clock.now().add({ hours: 1 }).toString() };
    const set = await app.post(restrictionsPath, { as: asApplication, body });
    app.identity.clock.advance({ hours: 1 });
    const lift = { restrictionId: String(at(set.body, 'restrictionId')), employeeId: 'e-1', reason: 'x' };
    expect(await liftRestriction(app.context(), lift).catch(literalOf)).toBe('restriction-ended');
  });
});

describe('the fraud desk moves a report', () => {
  test.each(['confirmed', 'dismissed'] as const)('under review, %s, closed', async (decided) => {
    const client = await app.client();
    const response = await app.post(fraudPath, { as: asCustomer(client), body: { category: 'other' } });
    const reportId = String(at(response.body, 'reportId'));
    const move = (to: 'under-review' | 'confirmed' | 'dismissed' | 'closed'): Promise<unknown> =>
      moveFraudReport(app.context(), { reportId, to, employeeId: 'e-1', reason: 'case 1' }).then(
        ({ state }) => state,
        literalOf,
      );
    expect(await move('closed')).toBe('report-state');
    expect(await move('under-review')).toBe('under-review');
    expect(await move(decided)).toBe(decided);
    expect(await move('closed')).toBe('closed');
    const { reports } = await listClientCases(app.context(), { clientNumber: client.customerNumber });
    expect(reports[0]?.details.decisions.map(({ to }) => to)).toEqual(['under-review', decided, 'closed']);
  });
});

const partyEvent = (name: string, aggregateId: string, data: Readonly<Record<string, unknown>> = {}) => ({
  id: aggregateId,
  name,
  version: 1,
  occurredAt: app.identity.clock.now().toString(),
  aggregateKind: 'party',
  aggregateId,
  sequence: 1,
  data,
});

describe('restrictions follow their client', () => {
  test('a reported death blocks payments, a confirmed one holds the estate, each once', async () => {
    const { customerNumber } = await app.client();
    for (const name of ['individual-death-reported', 'individual-death-confirmed']) {
      await followParty(app.context(), partyEvent(name, customerNumber));
      await followParty(app.context(), partyEvent(name, customerNumber));
    }
    expect(await statesOf(customerNumber)).toEqual(['estate-hold active', 'payment-block active']);
  });

  test('a merge moves them; the longer of two equal ones stays', async () => {
    const { clientNumber } = await setByClient();
    const survivor = await setByClient();
    const login = { kind: 'login-block', reason: 'other', clientNumber };
    await app.post(restrictionsPath, { as: asApplication, body: login });
    await app.parties.merge(clientNumber, survivor.clientNumber);
    const event = partyEvent('parties-merged', clientNumber, { reference: survivor.clientNumber });
    await followParty(app.context(), event);
    expect(await statesOf(survivor.clientNumber)).toEqual([
      'login-block active',
      'payment-block active',
      'payment-block lifted',
    ]);
    const lifted = (await app.eventsOf(survivor.clientNumber)).find(
      ({ name }) => name === 'restriction-lifted',
    );
    expect(lifted?.data['continuedBy']).toBe(survivor.restrictionId);
    // The customer is as restricted as before: no notice.
    expect(lifted && noticeOf(lifted)).toBeUndefined();
  });

  test('before the merge is processed, too', async () => {
    const { clientNumber } = await setByClient();
    const { customerNumber: survivor } = await app.client();
    await app.parties.merge(clientNumber, survivor);
    const acts = await app.identity.ports.restrictions(app.context().db, {
      bankId: '01',
      customerNumbers: [survivor],
    });
    expect(acts.get(survivor)).toEqual(new Set(['pay']));
  });

  test('erasure deletes them and the reports', async () => {
    const client = await app.client();
    await app.post(fraudPath, { as: asCustomer(client), body: { category: 'other' } });
    await followParty(app.context(), partyEvent('party-erased', client.customerNumber));
    const cases = await listClientCases(app.context(), { clientNumber: client.customerNumber });
    expect([cases.restrictions, cases.reports]).toEqual([[], []]);
  });
});

test('ten years after their end restrictions and reports are deleted', async () => {
  const { clientNumber, restrictionId } = await setByClient();
  const report = await app.post(fraudPath, {
    as: asApplication,
    body: { category: 'other', blockNow: false, clientNumber },
  });
  const reportId = String(at(report.body, 'reportId'));
  await liftRestriction(app.context(), { restrictionId, employeeId: 'e-1', reason: 'identified' });
  for (const to of ['under-review', 'dismissed', 'closed'] as const)
    await moveFraudReport(app.context(), { reportId, to, employeeId: 'e-1', reason: 'x' });
  const count = async (): Promise<number> => {
    const { reports, restrictions } = await listClientCases(app.context(), { clientNumber });
    return reports.length + restrictions.length;
  };
  app.identity.clock.advance({ hours: 24 * 365 * 9 });
  await cleanUpRestrictions(app.context());
  expect(await count()).toBe(2);
  app.identity.clock.advance({ hours: 24 * 370 });
  await cleanUpRestrictions(app.context());
  expect(await count()).toBe(0);
});

test('after a restore, restrictions and reports of the ledger are there again, lifted and expired ones are not', async () => {
  const client = await app.client();
  const { customerNumber: clientNumber } = client;
  await app.post(fraudPath, { as: asCustomer(client), body: { category: 'other' } });
  const lifted = await setByClient();
  await liftRestriction(app.context(), {
    restrictionId: lifted.restrictionId,
    employeeId: 'e-1',
    reason: 'identified',
  });
  const events = [...(await app.eventsOf(clientNumber)), ...(await app.eventsOf(lifted.clientNumber))];
  const endings: readonly Ending[] = events.map(({ aggregateId, data, name }) => ({
    event: name,
    bankId: '01',
    subject: aggregateId,
    at: String(data['at']),
    reason: String(data['reason']),
    ...(typeof data['until'] === 'string' ? { until: data['until'] } : {}),
  }));
  expect(await replayRestrictions(app.context(), endings)).toEqual([]);
  await app.identity.database.query('delete from client.restriction', []);
  await app.identity.database.query('delete from client.fraud_report', []);
  const steps = await replayRestrictions(app.context(), endings);
  expect(steps.map(({ what }) => what)).toEqual(['restrictions set again', 'fraud reports received again']);
  for (const step of steps) await step.apply();
  const cases = await listClientCases(app.context(), { clientNumber });
  expect(cases.restrictions.map(({ kind, setBy }) => `${kind} ${setBy}`)).toEqual(['payment-block client']);
  expect(cases.reports.map(({ state }) => state)).toEqual(['received']);
  expect(await replayRestrictions(app.context(), endings)).toEqual([]);
});
