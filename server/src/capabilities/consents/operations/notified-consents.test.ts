import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { expireConsents } from './expire-consents.ts';
import { followParty } from './follow-party.ts';
import { withdrawConsent } from './withdraw-consent.ts';

let app: ConsentsTestApp;
let holder: TestHolder;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  holder = await app.holder();
  app.notifications.offer('SCA', 'PROCESS', 'LAST');
  await app.receivers.deliver(app.context());
});

const address = 'https://push.a.tpp.test/status?of=consents';
const idOf = (path: string): string => path.split('/').at(-1) ?? '';

async function ask(contents?: string, more: Readonly<Record<string, string>> = {}) {
  const preferred: Readonly<Record<string, string>> =
    contents === undefined ? {} : { 'tpp-notification-content-preferred': `status=${contents}` };
  return app.ask(allOf(holder), { headers: { 'tpp-notification-uri': address, ...preferred, ...more } });
}

const supportOf = (response: Awaited<ReturnType<typeof ask>>): readonly unknown[] => [
  response.status,
  response.headers['aspsp-notification-support'],
  response.headers['aspsp-notification-content'],
];

describe('the response to a request for a consent', () => {
  test('names what the bank sends of what the third party prefers', async () => {
    expect(supportOf(await ask('SCA, LAST'))).toEqual([201, 'true', 'status=SCA, LAST']);
    app.notifications.offer('PROCESS');
    expect(supportOf(await ask('SCA,PROCESS'))).toEqual([201, 'true', 'status=PROCESS']);
    expect(supportOf(await ask())).toEqual([201, 'true', 'status=PROCESS']);
  });

  test('says that nothing is sent, where the bank offers nothing of it or the address is foreign', async () => {
    app.notifications.offer('LAST');
    const refused = [201, 'false', undefined];
    expect(supportOf(await ask('SCA'))).toEqual(refused);
    expect(supportOf(await ask('LAST, LAST'))).toEqual(refused);
    for (const foreign of [
      'https://push.b.tpp.test/',
      'http://push.a.tpp.test/',
      'https://10.0.0.1/',
      'https://user@push.a.tpp.test/',
    ]) {
      const response = await ask('LAST', { 'tpp-notification-uri': foreign });
      expect([foreign, ...supportOf(response)]).toEqual([foreign, ...refused]);
    }
  });

  test('has no header for a bank that sends nothing', async () => {
    app.notifications.offer();
    expect(supportOf(await ask('SCA'))).toEqual([201, undefined, undefined]);
  });
});

describe('a third party with an address', () => {
  test('gets each change of the consent and of its authorisation, in order', async () => {
    const path = pathIn(await ask('SCA,PROCESS'));
    expect(await app.approve(path, holder)).toBe('finalised');
    const [authorisationId] = Object.values(
      Object(
        at((await app.send({ method: 'GET', path: `${path}/authorisations` })).body, 'authorisationIds'),
      ),
    );
    const consentId = idOf(path);
    const sent = await app.receivers.deliver(app.context());
    expect(sent).toEqual([
      { consentId, authorisationId, scaStatus: 'psuAuthenticated' },
      { consentId, authorisationId, scaStatus: 'scaMethodSelected' },
      { consentId, consentStatus: 'valid' },
      { consentId, authorisationId, scaStatus: 'finalised' },
    ]);
  });

  test('gets what the customer does: the withdrawal', async () => {
    const path = pathIn(await ask('PROCESS'));
    await app.approve(path, holder);
    await withdrawConsent(app.context(), { viewer: holder, consentId: idOf(path) });
    expect(await app.receivers.deliver(app.context())).toEqual([
      { consentId: idOf(path), consentStatus: 'valid' },
      { consentId: idOf(path), consentStatus: 'revokedByPsu' },
    ]);
  });

  test('gets the end by time, and under LAST nothing before it', async () => {
    const path = pathIn(await ask('LAST'));
    await app.approve(path, holder);
    expect(await app.receivers.deliver(app.context())).toEqual([]);
    app.identity.clock.advance({ hours: 24 * 400 });
    await expireConsents(app.context());
    const sent = await app.receivers.deliver(app.context());
    // Consents of the tests before end as well.
    expect(sent.filter((body) => at(body, 'consentId') === idOf(path))).toEqual([
      { consentId: idOf(path), consentStatus: 'expired' },
    ]);
  });

  test('gets nothing of a consent without an address', async () => {
    const path = pathIn(await app.ask(allOf(holder)));
    await app.approve(path, holder);
    expect(await app.receivers.deliver(app.context())).toEqual([]);
  });

  test('gets nothing of the consents of an erased customer', async () => {
    await app.approve(pathIn(await ask('PROCESS')), holder);
    await followParty(app.context(), {
      id: randomUUID(),
      name: 'party-erased',
      version: 1,
      occurredAt: app.identity.clock.now().toString(),
      aggregateKind: 'party',
      sequence: 1,
      aggregateId: holder.customerNumber,
      data: {},
    });
    expect(await app.receivers.deliver(app.context())).toEqual([]);
  });
});
