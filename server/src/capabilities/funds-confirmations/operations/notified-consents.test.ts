import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  pathIn,
  requireTwoSigners,
  type TestHolder,
} from '../testing/funds-test-app.suite.ts';
import { cleanUpFundsConfirmations } from './clean-up-funds-confirmations.ts';
import { endFundsConsent } from './end-funds-consent.ts';
import { expireConsents } from './expire-consents.ts';
import { followParty } from './follow-party.ts';
import { withdrawFundsConsent } from './withdraw-funds-consent.ts';

let app: FundsTestApp;
let holder: TestHolder;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  holder = await app.holder();
  app.notifications.offer('SCA', 'PROCESS', 'LAST');
  await app.receivers.deliver(app.context());
});

const address = 'https://push.a.tpp.test/funds';

const ask = (contents: string, uri = address) =>
  app.ask(
    { iban: holder.iban },
    { headers: { 'tpp-notification-uri': uri, 'tpp-notification-content-preferred': `status=${contents}` } },
  );

/** Returns the bodies about one consent: those of tests before may end meanwhile. */
async function sentOf(path: string): Promise<readonly unknown[]> {
  const sent = await app.receivers.deliver(app.context());
  return sent.filter((body) => at(body, 'consentId') === idIn(path));
}

const deathOf = (customerNumber: string, name: string) => ({
  id: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c',
  name,
  version: 1,
  occurredAt: app.identity.clock.now().toString(),
  aggregateKind: 'party',
  aggregateId: customerNumber,
  sequence: 1,
  data: {},
});

const subscriptionsOf = (path: string) =>
  app.identity.database.query('select from tpp_notifications.subscription where resource_id = $1', [
    idIn(path),
  ]);

describe('the response to a request for a consent (createConsent)', () => {
  test('names what the bank sends, or says that nothing is sent', async () => {
    const accepted = await ask('SCA, LAST');
    expect(accepted.headers).toMatchObject({
      'aspsp-notification-support': 'true',
      'aspsp-notification-content': 'status=SCA, LAST',
    });
    const foreign = await ask('LAST', 'https://push.b.tpp.test/');
    expect([foreign.status, foreign.headers['aspsp-notification-support']]).toEqual([201, 'false']);
    app.notifications.offer();
    expect((await ask('LAST')).headers).not.toHaveProperty('aspsp-notification-support');
  });
});

describe('a third party with an address', () => {
  test('gets each change of the consent and of its authorisation, in order', async () => {
    const path = pathIn(await ask('SCA,PROCESS'));
    expect(await app.approve(path, holder)).toBe('finalised');
    const list = await app.send({ method: 'GET', path: `${path}/authorisations` });
    const [authorisationId] = Object.values(Object(at(list.body, 'authorisationIds')));
    const consentId = idIn(path);
    expect(await sentOf(path)).toEqual([
      { consentId, authorisationId, scaStatus: 'psuAuthenticated' },
      { consentId, authorisationId, scaStatus: 'scaMethodSelected' },
      { consentId, consentStatus: 'valid' },
      { consentId, authorisationId, scaStatus: 'finalised' },
    ]);
  });

  test('gets the first of two signatures, what the customer withdraws and what the bank ends', async () => {
    const second = await app.customer();
    await requireTwoSigners(app, holder, second);
    const [withdrawn, ended] = [pathIn(await ask('PROCESS')), pathIn(await ask('PROCESS'))];
    for (const path of [withdrawn, ended])
      for (const signer of [holder, second]) expect(await app.approve(path, signer)).toBe('finalised');
    await withdrawFundsConsent(app.context(), { viewer: holder, consentId: idIn(withdrawn) });
    await endFundsConsent(app.context(), {
      consentId: idIn(ended),
      employeeId: 'e-1',
      reason: 'asked by letter',
    });
    const sent = await app.receivers.deliver(app.context());
    for (const path of [withdrawn, ended]) {
      const consentId = idIn(path);
      expect(sent.filter((body) => at(body, 'consentId') === consentId)).toEqual([
        { consentId, consentStatus: 'partiallyAuthorised' },
        { consentId, consentStatus: 'valid' },
        { consentId, consentStatus: 'revokedByPsu' },
      ]);
    }
  });

  test('gets the end after a death, and under LAST nothing before it', async () => {
    const path = pathIn(await ask('LAST'));
    await app.approve(path, holder);
    expect(await sentOf(path)).toEqual([]);
    await followParty(app.context(), deathOf(holder.customerNumber, 'individual-death-confirmed'));
    expect(await sentOf(path)).toEqual([{ consentId: idIn(path), consentStatus: 'revokedByPsu' }]);
  });

  test('gets the end of one without an approval, and that it deleted it itself', async () => {
    const [late, deleted] = [pathIn(await ask('PROCESS')), pathIn(await ask('PROCESS'))];
    await app.send({ method: 'DELETE', path: deleted });
    expect(await sentOf(deleted)).toEqual([{ consentId: idIn(deleted), consentStatus: 'terminatedByTpp' }]);
    app.identity.clock.advance({ minutes: 30 });
    await expireConsents(app.context());
    expect(await sentOf(late)).toEqual([{ consentId: idIn(late), consentStatus: 'rejected' }]);
  });

  test('gets nothing of a consent without an address, or of one of an erased customer', async () => {
    await app.valid(holder);
    const path = pathIn(await ask('PROCESS'));
    await app.approve(path, holder);
    await followParty(app.context(), deathOf(holder.customerNumber, 'party-erased'));
    expect(await app.receivers.deliver(app.context())).toEqual([]);
    expect(await subscriptionsOf(path)).toEqual([]);
  });

  test('has no address any more when the consent is deleted', async () => {
    const path = pathIn(await ask('LAST'));
    await app.send({ method: 'DELETE', path });
    expect(await subscriptionsOf(path)).toHaveLength(1);
    app.identity.clock.advance({ hours: 24 * 732 });
    await cleanUpFundsConfirmations(app.context());
    expect(await subscriptionsOf(path)).toEqual([]);
  });
});
