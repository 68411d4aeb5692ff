import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockThirdParty } from '#capabilities/tpp/index.ts';
import type { Tpp } from '#platform/auth/caller.ts';
import { at } from '#platform/testing/json-at.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { NotificationContent } from '../domain/contents.ts';
import type { ResourceRef, StatusChange } from '../domain/notification.ts';
import {
  failuresBeforePause,
  keptDays,
  leaseSeconds,
  pauseSeconds,
  retryWaitsSeconds,
} from '../domain/policy.ts';
import { secretText } from '../engine/signature.ts';
import { forgetResources, recordChange, registerResource } from '../steps/record-changes.ts';
import { claimNotifications } from '../store/delivery-queue.store.ts';
import {
  createTestNotifications,
  createTestReceivers,
  type TestReceivers,
} from '../testing/notified.suite.ts';
import { cleanUpNotifications } from './clean-up-notifications.ts';
import { giveUpRestoredNotifications } from './give-up-restored-notifications.ts';
import { listDeadNotifications } from './list-dead-notifications.ts';
import { listDueReceivers } from './list-due-receivers.ts';
import { resendNotifications } from './resend-notifications.ts';

let lab: Lab;
let receivers: TestReceivers;
const notifications = createTestNotifications();
beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  await lab.database.empty(
    'tpp_notifications.notification',
    'tpp_notifications.subscription',
    'tpp_notifications.receiver',
    'tpp.block',
  );
  receivers = createTestReceivers(notifications);
});

const organisationId = 'PSDDE-BAFIN-12345';

function callerOf(authorisationNumber: string): Tpp {
  return {
    kind: 'tpp',
    authorisationNumber,
    organizationName: 'Fintech GmbH',
    roles: ['PSP_PI'],
    domains: ['a.tpp.test'],
    issuer: 'CN=Test CA',
    serialNumber: '4f2a',
    fingerprint256: 'aa',
    validTo: Temporal.Instant.from('2047-01-01T00:00:00Z'),
    warnings: [],
    bankId: '01',
  };
}

const contextOf = (caller = callerOf(organisationId)): Context => lab.context({ caller });
const worker = (): Context =>
  lab.context({ caller: { kind: 'system', job: 'send-notifications', bankId: '01' } });

async function register(
  contents: readonly NotificationContent[] = ['SCA', 'PROCESS'],
  caller = callerOf(organisationId),
): Promise<ResourceRef> {
  const resource: ResourceRef = { kind: 'payment', id: randomUUID() };
  const address = 'https://a.tpp.test/push';
  await runCommand(contextOf(caller), async (work) => {
    registerResource(contextOf(caller), work, resource, { kind: 'accepted', address, contents });
    work.audit({ aggregateKind: 'payment', aggregateId: resource.id, changes: [] });
  });
  return resource;
}

async function change(resource: ResourceRef, ...changes: readonly StatusChange[]): Promise<void> {
  for (const each of changes)
    await runCommand(contextOf(), async (work) => {
      recordChange(contextOf(), work, { resource, change: each });
      work.audit({ aggregateKind: 'payment', aggregateId: resource.id, changes: [] });
    });
}

const status = (text: string, isLast = false): StatusChange => ({
  kind: 'transactionStatus',
  status: text,
  isLast,
});
const deliver = (): Promise<readonly unknown[]> => receivers.deliver(worker());
const statuses = async (): Promise<readonly unknown[]> =>
  (await deliver()).map((body) => at(body, 'transactionStatus'));
const refuse = (): void => receivers.answer(() => ({ kind: 'failed', failure: 'status 500' }));
const take = (): void => receivers.answer(() => ({ kind: 'taken' }));

describe('a message', () => {
  test('has the body of the standard, and a signature that a library of Standard Webhooks accepts', async () => {
    const resource = await register();
    const authorisationId = randomUUID();
    // The library compares with the clock of this machine.
    lab.clock.set(Temporal.Now.instant().toString());
    await change(resource, {
      kind: 'scaStatus',
      status: 'finalised',
      authorisationId,
      isOfCancellation: false,
    });
    expect(await deliver()).toEqual([{ paymentId: resource.id, authorisationId, scaStatus: 'finalised' }]);
    const [message] = receivers.messages;
    expect(message?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(message?.headers['x-request-id']).toBe(message?.headers['webhook-id']);
    const [secret] = notifications.ports.notificationSecrets.of('01', organisationId);
    const { body = '', headers = {} } = message ?? {};
    expect(new Webhook(secretText(secret)).verify(body, headers)).toEqual(JSON.parse(body));
    const [foreign] = notifications.ports.notificationSecrets.of('01', 'PSDDE-BAFIN-99999');
    expect(() => new Webhook(secretText(foreign)).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secretText(secret)).verify(`${body} `, headers)).toThrow(
      'No matching signature',
    );
  });

  test('is sent for the changes that the third party wants, and for no others', async () => {
    const resource = await register(['PROCESS']);
    const sca = {
      kind: 'scaStatus',
      status: 'failed',
      authorisationId: randomUUID(),
      isOfCancellation: false,
    };
    await change(resource, { ...sca, kind: 'scaStatus' }, status('ACTC'));
    expect(await statuses()).toEqual(['ACTC']);
  });

  test('of a resource leaves after the one before is delivered', async () => {
    const resource = await register();
    refuse();
    await change(resource, status('ACTC'));
    expect(await deliver()).toEqual([]);
    take();
    await change(resource, status('ACSP'), status('ACSC', true));
    expect(await statuses()).toEqual([]);
    lab.clock.advance({ seconds: retryWaitsSeconds[0] });
    expect(await statuses()).toEqual(['ACTC', 'ACSP', 'ACSC']);
  });

  test('waits for no message of another resource', async () => {
    const [first, second] = [await register(), await register()];
    receivers.answer(({ body }) =>
      body.includes(first.id) ? { kind: 'failed', failure: 'status 500' } : { kind: 'taken' },
    );
    await change(first, status('ACTC'));
    await change(second, status('ACTC'));
    expect(await deliver()).toEqual([{ paymentId: second.id, transactionStatus: 'ACTC' }]);
  });

  test('has the same id in each attempt', async () => {
    const ids = new Set<string | undefined>();
    receivers.answer(({ headers }) => {
      ids.add(headers['webhook-id']);
      return { kind: 'failed', failure: 'timeout' };
    });
    await change(await register(), status('ACTC'));
    await deliver();
    lab.clock.advance({ seconds: retryWaitsSeconds[0] });
    await deliver();
    expect(ids.size).toBe(1);
  });
});

describe('a third party that wants the last status alone', () => {
  test('gets no other, and only the newest of those that wait', async () => {
    const resource = await register(['LAST']);
    await change(resource, status('ACTC'), status('revoked', true), status('valid', true));
    expect(await statuses()).toEqual(['valid']);
  });
});

describe('a message that is not taken', () => {
  test('is dead after the last wait, and then the next one leaves', async () => {
    const resource = await register();
    refuse();
    await change(resource, status('ACTC'), status('ACSC', true));
    for (const seconds of retryWaitsSeconds) {
      await deliver();
      lab.clock.advance({ seconds: Math.max(seconds, pauseSeconds) });
    }
    await deliver();
    take();
    lab.clock.advance({ seconds: pauseSeconds });
    expect(await statuses()).toEqual(['ACSC']);
    expect(await listDeadNotifications(worker())).toMatchObject([
      { organisationId, resourceId: resource.id, status: 'ACTC', attempts: 11, failure: 'status 500' },
    ]);
  });

  test('to a forbidden address is dead at once, and can be sent again', async () => {
    receivers.answer(() => ({ kind: 'forbidden', failure: 'address' }));
    await change(await register(), status('ACTC'));
    expect(await deliver()).toEqual([]);
    const [dead] = await listDeadNotifications(worker());
    expect(dead).toMatchObject({ failure: 'address', attempts: 1 });
    take();
    expect(await resendNotifications(worker(), { organisationId: 'PSDDE-BAFIN-99999' })).toBe(0);
    expect(await resendNotifications(worker(), { notificationId: dead?.notificationId ?? '' })).toBe(1);
    expect(await statuses()).toEqual(['ACTC']);
    expect(await listDeadNotifications(worker(), dead)).toEqual([]);
  });
});

describe('a receiver', () => {
  test('is paused after failures in a row, and the others are not', async () => {
    const [down, up] = [callerOf('PSDDE-BAFIN-1'), callerOf('PSDDE-BAFIN-2')];
    refuse();
    for (let count = 0; count < failuresBeforePause; count += 1)
      await change(await register(['PROCESS'], down), status('ACTC'));
    await deliver();
    await deliver();
    const rows = await lab.database.query('select failures from tpp_notifications.receiver');
    expect(rows).toEqual([{ failures: failuresBeforePause }]);
    await change(await register(['PROCESS'], down), status('ACTC'));
    await change(await register(['PROCESS'], up), status('ACTC'));
    const due = () => listDueReceivers(worker(), { except: [], listMax: 10 });
    expect(await due()).toEqual(['PSDDE-BAFIN-2']);
    take();
    lab.clock.advance({ seconds: pauseSeconds });
    expect(await due()).toEqual(['PSDDE-BAFIN-1', 'PSDDE-BAFIN-2']);
    expect(await listDueReceivers(worker(), { except: ['PSDDE-BAFIN-1'], listMax: 10 })).toEqual([
      'PSDDE-BAFIN-2',
    ]);
    expect(await deliver()).toHaveLength(failuresBeforePause + 2);
    expect(await lab.database.query('select failures from tpp_notifications.receiver')).toEqual([]);
  });

  test('that is blocked gets nothing', async () => {
    await change(await register(), status('ACTC'));
    const until = lab.clock.now().add({ hours: 1 });
    await blockThirdParty(worker(), {
      subject: { kind: 'organisation', organisationId },
      reason: 'a test',
      endsAt: until,
    });
    expect(await deliver()).toEqual([]);
    lab.clock.advance({ hours: 2 });
    expect(await statuses()).toEqual(['ACTC']);
  });
});

describe('a worker that dies', () => {
  test('leaves messages to the next one, which is the only one that settles them', async () => {
    await change(await register(), status('ACTC'));
    const now = lab.clock.now();
    const criteria = { bankId: '01', organisationId, now, until: now.add({ seconds: leaseSeconds }), max: 4 };
    expect(await claimNotifications(worker().db, criteria)).toHaveLength(1);
    expect(await claimNotifications(worker().db, criteria)).toEqual([]);
    expect(await statuses()).toEqual([]);
    lab.clock.advance({ seconds: leaseSeconds });
    expect(await statuses()).toEqual(['ACTC']);
  });
});

describe('what is deleted', () => {
  test('are messages of a resource together with its address', async () => {
    const resource = await register();
    await change(resource, status('ACTC'));
    await runCommand(worker(), async (work) => {
      forgetResources(work, { bankId: '01', kind: 'payment', resourceIds: [resource.id] });
      work.audit({ aggregateKind: 'payment', aggregateId: resource.id, changes: [] });
    });
    await change(resource, status('ACSC', true));
    expect(await deliver()).toEqual([]);
  });

  test('are messages that ended long ago, and none that waits', async () => {
    const resource = await register();
    await change(resource, status('ACTC'));
    await deliver();
    refuse();
    await change(resource, status('ACSC', true));
    lab.clock.advance({ hours: keptDays * 24 - 1 });
    expect(await cleanUpNotifications(worker())).toBe(0);
    lab.clock.advance({ hours: 2 });
    expect(await cleanUpNotifications(worker())).toBe(1);
    take();
    expect(await statuses()).toEqual(['ACSC']);
  });
});

test('what waited in a restored backup is given up, and what comes after it is sent', async () => {
  const resource = await register();
  await change(resource, status('ACTC'));
  const startedAt = lab.clock.now();
  lab.clock.advance({ minutes: 1 });
  await change(resource, status('RJCT', true));
  expect(await giveUpRestoredNotifications(worker(), { startedAt })).toBe(1);
  expect(await statuses()).toEqual(['RJCT']);
  expect(await listDeadNotifications(worker())).toMatchObject([{ status: 'ACTC', failure: 'restored' }]);
});
