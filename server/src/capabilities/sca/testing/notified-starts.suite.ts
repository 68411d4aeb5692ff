import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  TestNotifications,
  TestReceivers,
} from '#capabilities/tpp-notifications/testing/notified.suite.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { Context } from '#platform/work/context.ts';
import type { ResourceTestApp, TestCustomer } from './resource-test-app.suite.ts';

/** What tests of addresses that come with a start need of their test app. */
export type NotifyingTestApp = Pick<ResourceTestApp<unknown>, 'identity' | 'send'> & {
  readonly notifications: TestNotifications;
  readonly receivers: TestReceivers;
  context(): Context;
};

interface NotifiedResources {
  readonly app: NotifyingTestApp;
  customer(): Promise<TestCustomer>;
  /** Path of the authorisations of a new resource, whose third party named no address. */
  listOf(customer: TestCustomer): Promise<string>;
}

const addressOf = (name: string): string => `https://push.a.tpp.test/${name}`;

const named = (address: string, contents = 'SCA, PROCESS') => ({
  'tpp-notification-uri': address,
  'tpp-notification-content-preferred': `status=${contents}`,
});

const supportIn = ({ headers, status }: TestServerResponse): readonly unknown[] => [
  status,
  headers['aspsp-notification-support'],
  headers['aspsp-notification-content'],
];

/** An address for notifications may come with the start of an authorisation, of every kind of resource. ADR-0109 */
export function describeNotifiedStarts(open: () => NotifiedResources): void {
  describe('an address for notifications that comes with the start', () => {
    let app: NotifyingTestApp;
    let customer: TestCustomer;
    let list: string;
    beforeEach(async () => {
      const resources = open();
      ({ app } = resources);
      app.notifications.offer('SCA', 'PROCESS', 'LAST');
      await app.receivers.deliver(app.context());
      customer = await resources.customer();
      list = await resources.listOf(customer);
    });
    afterAll(() => app.notifications.offer());

    const start = (headers: Readonly<Record<string, string>>, body?: unknown): Promise<TestServerResponse> =>
      app.send({
        method: 'POST',
        path: list,
        headers: { 'psu-id': customer.username, ...headers },
        ...(body === undefined ? {} : { body }),
      });

    /** Passes the password; returns the address and the body of each message that follows. */
    async function authenticate(started: TestServerResponse) {
      const authorisationId = String(at(started.body, 'authorisationId'));
      const body = { psuData: { password: customer.password } };
      const response = await app.send({ method: 'PUT', path: `${list}/${authorisationId}`, body });
      expect(response.status).toBe(200);
      const from = app.receivers.messages.length;
      await app.receivers.deliver(app.context());
      return app.receivers.messages
        .slice(from)
        .filter((message) => message.body.includes(authorisationId))
        .map((message) => [message.address, at(JSON.parse(message.body), 'scaStatus')]);
    }

    const passedAt = (name: string) => [
      [addressOf(name), 'psuAuthenticated'],
      [addressOf(name), 'scaMethodSelected'],
    ];

    test('gets the changes of this authorisation and of its resource', async () => {
      const started = await start(named(addressOf('first')));
      expect(supportIn(started)).toEqual([201, 'true', 'status=SCA, PROCESS']);
      expect(await authenticate(started)).toEqual(passedAt('first'));
      const { code } = await app.identity.newestCode(customer.userId);
      const path = `${list}/${String(at(started.body, 'authorisationId'))}`;
      expect((await app.send({ method: 'PUT', path, body: { scaAuthenticationData: code } })).status).toBe(
        200,
      );
      const from = app.receivers.messages.length;
      await app.receivers.deliver(app.context());
      const kinds = app.receivers.messages
        .slice(from)
        .filter(({ address }) => address === addressOf('first'))
        .map(({ body }) => (at(JSON.parse(body), 'scaStatus') === undefined ? 'resource' : 'authorisation'));
      expect(kinds.toSorted()).toEqual(['authorisation', 'resource']);
    });

    test('replaces an earlier one, for later changes of the earlier authorisation as well', async () => {
      const first = await start(named(addressOf('first'), 'PROCESS'));
      expect(supportIn(first)).toEqual([201, 'true', 'status=PROCESS']);
      expect(supportIn(await start(named(addressOf('second'))))).toEqual([
        201,
        'true',
        'status=SCA, PROCESS',
      ]);
      expect(await authenticate(first)).toEqual(passedAt('second'));
    });

    test('is refused if it is foreign, and the earlier one stays', async () => {
      const first = await start(named(addressOf('first')));
      expect(supportIn(await start(named('https://push.b.tpp.test/')))).toEqual([201, 'false', undefined]);
      expect(supportIn(await start({}))).toEqual([201, undefined, undefined]);
      expect(await authenticate(first)).toEqual(passedAt('first'));
    });

    test('is not taken where the bank sends nothing, and of a foreign one nothing is stored', async () => {
      app.notifications.offer();
      expect(supportIn(await start(named(addressOf('first'))))).toEqual([201, undefined, undefined]);
      app.notifications.offer('SCA');
      const refused = await start(named('https://push.b.tpp.test/'));
      expect(supportIn(refused)).toEqual([201, 'false', undefined]);
      expect(await authenticate(refused)).toEqual([]);
    });

    test('has the same response for a repeated start that sends the password along', async () => {
      const headers = { ...named(addressOf('first')), 'x-request-id': randomUUID() };
      const body = { psuData: { password: customer.password } };
      const [once, again] = [await start(headers, body), await start(headers, body)];
      expect(supportIn(once)).toEqual([201, 'true', 'status=SCA, PROCESS']);
      expect([supportIn(again), again.body]).toEqual([supportIn(once), once.body]);
    });
  });
}
