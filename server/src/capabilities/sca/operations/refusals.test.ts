import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '#platform/kernel/problem.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { openAuthorisationsMax } from '../domain/policy.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { Update } from '../domain/update.ts';
import { approachFor } from '../steps/new-authorisation.ts';
import { createScaTestApp, type ScaTestApp } from '../testing/sca-test-app.suite.ts';
import { thirdParty } from '../testing/third-party.suite.ts';
import { updateIn } from '../wire/update.ts';
import { cleanUpAuthorisations } from './clean-up-authorisations.ts';
import { endApprovalsOfUser } from './end-approvals-of-user.ts';
import { expireAuthorisations } from './expire-authorisations.ts';
import { getAuthorisation } from './get-authorisation.ts';
import { listAuthorisations } from './list-authorisations.ts';
import { type StartAuthorisation, startAuthorisation } from './start-authorisation.ts';
import { updateAuthorisation } from './update-authorisation.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const context = () => ({ ...app.context(), caller: thirdParty });
const start = async (subject: SubjectRef, more: Partial<StartAuthorisation> = {}) => {
  const { view } = await startAuthorisation(context(), {
    subject,
    listPath: '/list',
    claimedName: undefined,
    preference: { redirect: undefined, decoupled: undefined },
    returnTo: undefined,
    language: undefined,
    update: undefined,
    notifications: { address: undefined, preferredContents: undefined },
    ...more,
  });
  return view;
};

async function refusalIn(action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.literal;
    throw error;
  }
}

async function begun(): Promise<{
  customer: Awaited<ReturnType<ScaTestApp['customer']>>;
  subject: SubjectRef;
  send: (update: Update) => Promise<string>;
  id: string;
}> {
  const customer = await app.customer();
  const subject = await app.payment(customer.customerNumber);
  const { authorisationId } = await start(subject);
  const send = (update: Update): Promise<string> =>
    refusalIn(() => updateAuthorisation(context(), { subject, authorisationId, update, listPath: '/list' }));
  return { customer, subject, send, id: authorisationId };
}

const subjectState = (subject: SubjectRef, state: string) =>
  app.identity.database.query('update test_subject.subject set state = $2 where id = $1', [
    subject.id,
    state,
  ]);

describe('a start is refused', () => {
  test('for a resource that does not exist', async () => {
    expect(await refusalIn(() => start({ kind: 'payment', id: randomUUID() }))).toBe('authorisation-unknown');
    expect(
      await refusalIn(() => listAuthorisations(context(), { subject: { kind: 'consent', id: 'x' } })),
    ).toBe('authorisation-unknown');
  });

  test.each([
    ['done', 'subject-closed'],
    ['rejected', 'subject-over'],
    ['unrequested', 'not-requested'],
    ['unverified', 'payee-unconfirmed'],
    ['grouped', 'subject-grouped'],
  ])('for a resource that is %s', async (state, problem) => {
    const subject = await app.payment('1000000001');
    await subjectState(subject, state);
    expect(await refusalIn(() => start(subject))).toBe(problem);
  });

  test('without an address to return to', async () => {
    const subject = await app.payment('1000000001');
    const preference = { redirect: true, decoupled: undefined };
    expect(await refusalIn(() => start(subject, { preference }))).toBe('redirect-uri-missing');
  });

  test.each([
    [['EMBEDDED'], 'page-needed'],
    [['EMBEDDED', 'REDIRECT'], 'REDIRECT'],
    [['DECOUPLED', 'EMBEDDED'], 'DECOUPLED'],
  ] as const)('at a third party, of what only the bank can show (%s)', async (approaches, expected) => {
    app.choose({ approaches });
    const preference = { redirect: undefined, decoupled: undefined };
    const shown = { isShownByBank: true, leavesOpen: undefined };
    let chosen: string | undefined;
    const refused = await refusalIn(async () => {
      chosen = approachFor(context(), { preference }, shown);
    });
    app.choose({});
    expect(chosen ?? refused).toBe(expected);
  });

  test('beyond the number that may wait, also in a race', async () => {
    const subject = await app.payment('1000000001');
    const outcomes = await Promise.all(
      Array.from({ length: openAuthorisationsMax + 5 }, () => refusalIn(() => start(subject))),
    );
    expect(outcomes.filter((outcome) => outcome === 'too-many-authorisations')).toHaveLength(5);
    expect(await listAuthorisations(context(), { subject })).toHaveLength(openAuthorisationsMax);
  });
});

describe('an update is refused', () => {
  test('without a customer', async () => {
    const { send } = await begun();
    expect(await send({ kind: 'authenticate', name: undefined, password: new Secret('x') })).toBe(
      'customer-missing',
    );
  });

  test('with wrong credentials', async () => {
    const { customer, send } = await begun();
    expect(await send({ kind: 'authenticate', name: customer.username, password: new Secret('x') })).toBe(
      'credentials-invalid',
    );
  });

  test('with a method that was not offered', async () => {
    const { customer, id, send } = await begun();
    await app.identity.database.query(
      `update sca.authorisation set status = 'psuAuthenticated', user_id = $2 where authorisation_id = $1`,
      [id, customer.userId],
    );
    expect(await send({ kind: 'select-method', methodId: 'another' })).toBe('method-unknown');
  });

  test('while the customer is being asked on a device', async () => {
    const name = 'asked.by.somebody';
    const preference = { redirect: undefined, decoupled: true };
    const claim = async () =>
      refusalIn(async () => start(await app.payment('1000000001'), { preference, claimedName: name }));
    expect([await claim(), await claim()]).toEqual(['done', 'approval-pending']);
  });

  test('of a customer who may not sign yet', async () => {
    const newcomer = await app.newcomer();
    const subject = await app.payment(newcomer.customerNumber);
    const { authorisationId } = await start(subject);
    const password = new Secret(newcomer.password);
    const update = { kind: 'authenticate', name: newcomer.username, password } as const;
    const send = () =>
      updateAuthorisation(context(), { subject, authorisationId, update, listPath: '/list' });
    expect(await refusalIn(send)).toBe('customer-blocked');
    expect(await getAuthorisation(context(), { subject, authorisationId })).toMatchObject({
      status: 'failed',
    });
  });

  test('with an encrypted password', () => {
    expect(() => updateIn({ psuData: { encryptedPassword: 'x' } }, 'anna')).toThrow('Encrypted passwords');
    const caught = ((): unknown => {
      try {
        return updateIn({ psuData: { encryptedPassword: 'x' } }, 'anna');
      } catch (error) {
        return error instanceof Problem ? error.literal : error;
      }
    })();
    expect(caught).toBe('password-not-encrypted');
  });

  test('after the customer approved in another authorisation', async () => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const ids = [];
    for (const _ of [1, 2]) {
      const { authorisationId } = await start(subject, { claimedName: customer.username });
      ids.push(authorisationId);
      await updateAuthorisation(context(), {
        subject,
        authorisationId,
        update: { kind: 'authenticate', name: undefined, password: new Secret(customer.password) },
        listPath: '/list',
      });
      const { code } = await app.identity.newestCode(customer.userId);
      const outcome = await refusalIn(() =>
        updateAuthorisation(context(), {
          subject,
          authorisationId,
          update: { kind: 'authorise', code },
          listPath: '/list',
        }),
      );
      await subjectState(subject, 'open');
      expect(outcome).toBe(ids.length === 1 ? 'done' : 'already-approved');
      app.identity.clock.advance({ minutes: 2 });
    }
  });
});

test('a user who is closed approves nothing any more, and leaves no name behind', async () => {
  const { customer, id, subject } = await begun();
  await updateAuthorisation(context(), {
    subject,
    authorisationId: id,
    update: { kind: 'authenticate', name: customer.username, password: new Secret(customer.password) },
    listPath: '/list',
  });
  await endApprovalsOfUser(app.context(), {
    id: 'e',
    name: 'user-closed',
    version: 1,
    occurredAt: '2026-11-15T10:00:00+00:00',
    aggregateKind: 'user',
    aggregateId: customer.userId,
    sequence: 1,
    data: {},
  });
  expect(await getAuthorisation(context(), { subject, authorisationId: id })).toMatchObject({
    status: 'failed',
  });
  const [row] = await app.identity.database.query<{ sealed_details: Buffer }>(
    'select sealed_details from sca.authorisation where authorisation_id = $1',
    [id],
  );
  const details = app.ports.scaVault.openDetails('01', id, row?.sealed_details ?? Buffer.alloc(0));
  expect(JSON.stringify(details)).not.toContain(customer.username);
});

test('ended authorisations are deleted after ninety days, open ones are not', async () => {
  const old = await begun();
  app.identity.clock.advance({ hours: 25 });
  await expireAuthorisations(app.context());
  app.identity.clock.advance({ hours: 24 * 90 + 1 });
  const fresh = await begun();
  expect(await cleanUpAuthorisations(app.context())).toBeGreaterThanOrEqual(1);
  expect(await listAuthorisations(context(), { subject: old.subject })).toEqual([]);
  expect(await listAuthorisations(context(), { subject: fresh.subject })).toEqual([fresh.id]);
});
