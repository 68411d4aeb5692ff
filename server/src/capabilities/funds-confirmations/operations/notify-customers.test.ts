import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listSigners } from '#capabilities/sca/index.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createEventProcessor, type EventProcessor } from '#platform/work/event-processor.ts';
import { createOutboxRelay, type OutboxRelay } from '#platform/work/outbox-relay.ts';
import { fundsEventHandlers } from '../event-handlers.ts';
import { publishFundsTemplate } from '../testing/funds-template.suite.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  pathIn,
  requireTwoSigners,
  type TestHolder,
} from '../testing/funds-test-app.suite.ts';
import { notifyCustomers } from './notify-customers.ts';
import { reestablishFundsConsent } from './reestablish-funds-consent.ts';
import { withdrawFundsConsent } from './withdraw-funds-consent.ts';

const consumer = 'funds-consents-notices';
let app: FundsTestApp;
let worker: Database;
let relay: OutboxRelay;
let processor: EventProcessor;
beforeAll(async () => {
  app = await createFundsTestApp();
  await publishFundsTemplate(app);
  const { clock, database, services } = app.identity;
  worker = openDatabase({ url: database.workerUrl, poolSize: 4 });
  const subscriptions = new Map([['funds-consent-changed', [consumer]]]);
  relay = createOutboxRelay({ database: worker, clock, subscriptions, fanOut: 'off' });
  processor = createEventProcessor({
    app: services.database,
    worker,
    clock,
    ids: systemIds(clock),
    log: createLogger({ level: 'fatal' }),
    eventHandlers: fundsEventHandlers(app.context()),
  });
});
afterAll(async () => {
  await worker.close();
  await app[Symbol.asyncDispose]();
});
beforeEach(() => app.choose({}));

const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function valid(holder: TestHolder): Promise<string> {
  const path = pathIn(await app.ask({ iban: holder.iban }));
  expect(await app.approve(path, holder)).toBe('finalised');
  return path;
}

/** Lets three workers handle the events of consents at the same time, and returns what a customer was sent. */
async function sentTo(
  { customerNumber }: Pick<TestHolder, 'customerNumber'>,
  ...paths: readonly string[]
): Promise<readonly string[]> {
  while ((await relay.relayOnce()) > 0);
  const jobs = paths.map((path) => ({
    bankId: '01',
    consumer,
    aggregateKind: 'funds-consent',
    aggregateId: idIn(path),
  }));
  await Promise.all([...jobs, ...jobs, ...jobs].map((job) => processor.run(job)));
  const sent = await app.identity.database.query<{ medium: string; notification_group: string }>(
    `select medium, notification_group from correspondence.communication where customer_number = $1`,
    [customerNumber],
  );
  return sent.map(({ medium, notification_group: group }) => `${medium} ${group}`);
}

const notices = (count: number): readonly string[] =>
  Array.from({ length: count }, () => 'mailbox consent-status');

describe('a customer is notified in the mailbox, once for each change,', () => {
  test('that a consent was granted, withdrawn and given again', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    expect(await sentTo(holder, path)).toEqual(notices(1));
    const key = { viewer: holder, consentId: idIn(path) };
    expect(await withdrawFundsConsent(app.context(), key)).toBe('withdrawn');
    expect(await sentTo(holder, path)).toEqual(notices(2));
    const { userId } = holder;
    const factor = { userId, assurance: 'sca', at: app.identity.clock.now() } as const;
    expect(await reestablishFundsConsent(app.context(), { ...key, factor })).toBe('re-established');
    expect(await sentTo(holder, path)).toEqual(notices(3));
  });

  test('that the third party ended it', async () => {
    const holder = await app.holder();
    const path = await valid(holder);
    await app.send({ method: 'DELETE', path });
    expect(await sentTo(holder, path)).toEqual(notices(2));
  });

  test('but not of one that was never approved', async () => {
    const holder = await app.holder();
    const path = pathIn(await app.ask({ iban: holder.iban }));
    await app.send({ method: 'DELETE', path });
    expect(await sentTo(holder, path)).toEqual([]);
  });
});

describe('others are notified as well:', () => {
  test('everyone who signed', async () => {
    const [holder, second] = [await app.holder(), await app.customer()];
    await requireTwoSigners(app, holder, second);
    const path = await valid(holder);
    expect([await sentTo(holder, path), await sentTo(second, path)]).toEqual([[], []]);
    expect(await app.approve(path, second)).toBe('finalised');
    expect([await sentTo(holder, path), await sentTo(second, path)]).toEqual([notices(1), notices(1)]);
    const subject = { kind: 'funds-confirmation-consent', id: idIn(path) } as const;
    expect(await listSigners(app.context(), subject)).toEqual([holder.userId, second.userId]);
  });

  test('the owner, where a proxy gave the consent', async () => {
    const [holder, proxy] = [await app.holder(), await app.customer()];
    await app.grantMandate(holder.customerNumber, proxy.customerNumber);
    const path = pathIn(await app.ask({ iban: holder.iban }));
    expect(await app.approve(path, proxy)).toBe('finalised');
    expect([await sentTo(holder, path), await sentTo(proxy, path)]).toEqual([notices(1), notices(1)]);
  });
});

test('a customer who has died is not notified, and the event is done', async () => {
  const holder = await app.holder();
  const path = await valid(holder);
  await app.parties.reportDeath(holder.customerNumber);
  expect(await sentTo(holder, path)).toEqual([]);
});

test('a name that cannot be printed is no obstacle', async () => {
  const holder = await app.holder();
  const path = await valid(holder);
  await app.identity.database.query(
    'update consents.consent set third_party_name = $2 where consent_id = $1',
    [idIn(path), `\u202e\u0007${'𝒜'.repeat(150)}`],
  );
  expect(await sentTo(holder, path)).toEqual(notices(1));
});

test('an event of a consent that is gone, or with an unknown status, does nothing', async () => {
  const event = {
    id: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c',
    name: 'funds-consent-changed',
    version: 1,
    occurredAt: app.identity.clock.now().toString(),
    aggregateKind: 'funds-consent',
    aggregateId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845d',
    sequence: 1,
    data: { consentStatus: 'valid', cause: 'approved' },
  };
  await notifyCustomers(app.context(), event);
  const holder = await app.holder();
  const path = pathIn(await app.ask({ iban: holder.iban }));
  await notifyCustomers(app.context(), { ...event, aggregateId: idIn(path), data: { consentStatus: 'new' } });
  expect(await sentTo(holder)).toEqual([]);
});
