import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { Subjects } from '../ports/subjects.ts';
import {
  createScaTestApp,
  pathOf,
  type ScaTestApp,
  type TestCustomer,
} from '../testing/sca-test-app.suite.ts';
import { endApprovalsOfUser } from './end-approvals-of-user.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const closed = ({ userId }: TestCustomer): DeliveredEvent => ({
  id: 'e',
  name: 'user-closed',
  version: 1,
  occurredAt: '2026-11-15T10:00:00+00:00',
  aggregateKind: 'user',
  aggregateId: userId,
  sequence: 1,
  data: {},
});

/** Opens approvals of a customer up to the code; returns their ids in the order in which they are ended. */
async function opened(customer: TestCustomer, subjects: readonly SubjectRef[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const subject of subjects) {
    app.identity.clock.advance({ minutes: 20 });
    const started = await app.send({
      method: 'POST',
      path: pathOf(subject),
      headers: { 'psu-id': customer.username },
      body: { psuData: { password: customer.password } },
    });
    ids.push(String(at(started.body, 'authorisationId')));
  }
  return ids.toSorted();
}

const statusOf = async (id: string): Promise<unknown> =>
  (
    await app.identity.database.query('select status from sca.authorisation where authorisation_id = $1', [
      id,
    ])
  )[0]?.['status'];

/** A capability whose subject has to change when an authorisation fails locks it. */
function contextWithLocks(): Context & ScaPorts {
  const payment = app.ports.subjects.payment;
  if (payment === undefined) throw new Error('no payments');
  const locking: Subjects = {
    ...payment,
    failed: async (work, bankId, ref) => void (await payment.lock(work, bankId, ref)),
  };
  return { ...app.context(), subjects: { ...app.ports.subjects, payment: locking } };
}

test('the subject of an approval that was ended is free while the next approval is waited for', async () => {
  const customer = await app.customer();
  const subject = await app.payment(customer.customerNumber);
  const [first = '', second = ''] = await opened(customer, [subject, subject]);
  const { database } = app.identity;
  const approving = new pg.Client({ connectionString: database.ownerUrl });
  await approving.connect();
  try {
    await approving.query('begin');
    await approving.query('select from sca.authorisation where authorisation_id = $1 for update', [second]);
    const ending = endApprovalsOfUser(contextWithLocks(), closed(customer));
    while (
      (
        await database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
        )
      ).length === 0
    )
      await wait(10);
    // The approval that is in progress locks its subject next: a wait here would be a deadlock.
    await approving.query('select from test_subject.subject where id = $1 for update nowait', [subject.id]);
    await approving.query('commit');
    await ending;
  } finally {
    await approving.end();
  }
  expect([await statusOf(first), await statusOf(second)]).toEqual(['failed', 'failed']);
});

test('an approval that cannot be read does not keep the others open, and the event is processed again', async () => {
  const customer = await app.customer();
  const payments = [
    await app.payment(customer.customerNumber),
    await app.payment(customer.customerNumber),
    await app.payment(customer.customerNumber),
  ];
  const [first = '', broken = '', last = ''] = await opened(customer, payments);
  const { database } = app.identity;
  const sealed = `(select sealed_details from sca.authorisation where authorisation_id = $2)`;
  await database.query(
    `update sca.authorisation set sealed_details = ${sealed} where authorisation_id = $1`,
    [broken, first],
  );
  await expect(endApprovalsOfUser(app.context(), closed(customer))).rejects.toThrow('damaged');
  expect([await statusOf(first), await statusOf(broken), await statusOf(last)]).toEqual([
    'failed',
    'scaMethodSelected',
    'failed',
  ]);
  await database.query('delete from sca.authorisation where authorisation_id = $1', [broken]);
  await endApprovalsOfUser(app.context(), closed(customer));
});
