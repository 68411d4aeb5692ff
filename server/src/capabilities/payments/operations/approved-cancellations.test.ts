import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { answerDeviceRequest, openApproval, scaCapability, submitApproval } from '#capabilities/sca/index.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import { type CancellationSteps, cancellationSteps } from '../testing/cancellation-steps.suite.ts';
import { deliverEvents } from '../testing/deliver-events.suite.ts';
import { idOf, type PaymentSteps, paymentSteps } from '../testing/payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  creditor,
  type PaymentsTestApp,
  pathIn,
  shortly,
} from '../testing/payments-test-app.suite.ts';
import { requireTwoSigners } from '../testing/two-signers.suite.ts';
import { rejectRecalledPayment } from './reject-recalled-payment.ts';

let app: PaymentsTestApp;
let payments: PaymentSteps;
let steps: CancellationSteps;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  payments = paymentSteps(app);
  steps = cancellationSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({ isCancellationApproved: true });
  app.chooseSca({});
  app.useCore(app.core.core);
});

const collectionsOf = async (path: string): Promise<readonly string[]> =>
  (
    await app.identity.database.query<{ state: string }>(
      `select state from "authorization".signature_collection
        where resource_kind = 'payment' and resource_id = $1`,
      [idOf(path)],
    )
  ).map(({ state }) => state);

describe('a cancellation that the payer has to approve (cancelPayment)', () => {
  test('names the list of its authorisations, and leaves the payment as it is', async () => {
    const path = await steps.dated(await app.payer());
    const response = await steps.remove(path, {});
    expect([response.status, response.body]).toEqual([
      202,
      {
        transactionStatus: 'ACTC',
        _links: {
          startAuthorisation: { href: `${path}/cancellation-authorisations` },
          self: { href: path },
          status: { href: `${path}/status` },
        },
      },
    ]);
    expect((await steps.remove(path, {})).body).toEqual(response.body);
    expect(await app.statusOf(path)).toBe('ACTC');
    expect((await payments.eventsOf(path)).filter((name) => name.includes('cancellation'))).toEqual([
      'payment-cancellation-requested',
    ]);
  });

  test('cancels the payment with the approval, and the payment is never executed', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('CANC');
    expect(await payments.messageOf(path)).toContain('CUST');
    await steps.finish();
    expect(await collectionsOf(path)).toEqual(['cancelled']);
    expect((await payments.eventsOf(path)).slice(-4)).toEqual([
      'payment-cancellation-requested',
      'payment-changed',
      'payment-stopped',
      'payment-cancellation-approved',
    ]);
    expect(shortly(await steps.remove(path))).toBe('202 CANC');
    steps.toTheDay();
    await app.work();
    expect(await payments.timesPaid(payer)).toBe(0);
  });

  test('is not needed for what no payer has signed', async () => {
    const path = pathIn(await app.initiate(await app.payer()));
    expect(shortly(await steps.remove(path))).toBe('202 CANC');
  });

  test('of a payment without a date is refused: it cannot be revoked', async () => {
    const path = await payments.approved(await app.payer());
    expect(shortly(await steps.remove(path))).toBe('405 CANCELLATION_INVALID');
    expect(shortly(await app.send({ method: 'POST', path: `${path}/cancellation-authorisations` }))).toBe(
      '400 SERVICE_INVALID',
    );
  });

  test('is approved on the page, which says that an order is stopped', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    app.chooseSca({ approaches: ['REDIRECT'] });
    const started = await app.send({
      method: 'POST',
      path: `${path}/cancellation-authorisations`,
      headers: { 'tpp-redirect-uri': 'https://a.tpp.test/back', 'psu-id': payer.username },
    });
    const url = String(at(started.body, '_links', 'scaRedirect', 'href'));
    const handle = url.slice(url.lastIndexOf('/') + 1);
    const { browserSecret, frame } = await openApproval(app.context(), {
      handle,
      browserSecret: undefined,
      state: undefined,
    });
    const submit = (form: Parameters<typeof submitApproval>[1]['form']) =>
      submitApproval(app.context(), {
        handle,
        browserSecret,
        csrf: frame?.csrf ?? '',
        form,
        browserInfo: { browserName: 'Firefox', browserSecret: undefined, clientName: undefined },
      });
    expect(frame?.purpose).toBe('cancellation');
    await submit({ do: 'password', password: new Secret(payer.password) });
    const { view } = await openApproval(app.context(), { handle, browserSecret, state: undefined });
    expect(view).toMatchObject({ order: { kind: 'payment-cancellation', payment: { id: idOf(path) } } });
    await submit({ do: 'method', methodId: '' });
    await submit({ do: 'code', code: (await app.identity.newestCode(payer.userId)).code });
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('is approved on a device, which shows that it stops a payment', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    const device = app.devices.pair(payer.userId);
    app.chooseSca({ approaches: ['DECOUPLED'] });
    const started = await app.send({
      method: 'POST',
      path: `${path}/cancellation-authorisations`,
      headers: { 'psu-id': payer.username },
    });
    expect(shortly(started)).toBe('201 started');
    const request = device.shown();
    expect(request.text).toBe(`CANCEL EUR 12.50 ${creditor}`);
    const answer = await answerDeviceRequest(app.context(), device.approve(request));
    expect(answer.kind).toBe('approved');
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('has a link of its own life', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    app.chooseSca({ approaches: ['REDIRECT'], cancellationLinkLifeMs: 60_000 });
    const started = await app.send({
      method: 'POST',
      path: `${path}/cancellation-authorisations`,
      headers: { 'tpp-redirect-uri': 'https://a.tpp.test/back' },
    });
    const url = String(at(started.body, '_links', 'scaRedirect', 'href'));
    app.identity.clock.advance({ seconds: 61 });
    const opened = await openApproval(app.context(), {
      handle: url.slice(url.lastIndexOf('/') + 1),
      browserSecret: undefined,
      state: undefined,
    });
    expect(opened.view.kind).toBe('ended');
  });

  test('lapses without an approval; what was signed for it counts for no later one', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second, 'P2D', 'payment-cancellation');
    const path = await steps.requested(payer);
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('ACTC');
    expect(await steps.approve(path, payer)).toBe('409 STATUS_INVALID');
    app.identity.clock.advance({ hours: 24 * 9 });
    expect(await steps.approve(path, second)).toBe('403 RESOURCE_EXPIRED');
    expect(shortly(await steps.remove(path))).toBe('202 ACTC');
    expect(await steps.approve(path, second)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('ACTC');
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('of a payment that some have signed needs an approval too, and a restore repeats it', async () => {
    const [payer, second] = [await app.payer(), await app.customer()];
    await requireTwoSigners(app, payer, second);
    const path = pathIn(await app.initiate(payer));
    expect(await app.approve(path, payer)).toBe('finalised');
    expect(shortly(await steps.remove(path))).toBe('202 PATC');
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('CANC');
    expect(await payments.eventsOf(path)).toContain('payment-stopped');
    expect(await app.approve(path, second)).toContain('409');
  });
});

describe('a payment that was released before its cancellation was approved', () => {
  /** The worker has released it, and the core did not answer. */
  async function released(path: string): Promise<void> {
    const { core } = app.core;
    app.useCore({
      ...core,
      submit: async () => Promise.reject(new CoreFailure('not-sent', 'connection refused')),
    });
    steps.toTheDay();
    await app.work();
    app.useCore(core);
    expect(await app.statusOf(path)).toBe('ACTC');
  }

  test('is cancelled at the core, which refuses it from then on', async () => {
    const payer = await app.payer();
    const path = await steps.dated(payer);
    await released(path);
    expect(shortly(await steps.remove(path))).toBe('202 ACTC');
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('ACTC');
    expect(await steps.approve(path, payer)).toBe('409 STATUS_INVALID');
    await steps.finish();
    await steps.finish();
    expect(await app.statusOf(path)).toBe('CANC');
    app.identity.clock.advance({ hours: 1 });
    await app.work();
    expect([await app.statusOf(path), await payments.timesPaid(payer)]).toEqual(['CANC', 0]);
  });

  test('is executed if the core has it', async () => {
    const payer = await app.payer();
    const path = await steps.dated(payer);
    await released(path);
    expect(shortly(await steps.remove(path))).toBe('202 ACTC');
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    app.identity.clock.advance({ hours: 1 });
    await app.work();
    await steps.finish();
    expect([await app.statusOf(path), await payments.timesPaid(payer)]).toEqual(['ACSP', 1]);
    expect(shortly(await steps.remove(path))).toBe('405 CANCELLATION_INVALID');
  });

  test('is cancelled at once where no approval is needed; a core that is away is named', async () => {
    const payer = await app.payer();
    const path = await steps.dated(payer);
    await released(path);
    app.choose({});
    app.useCore({
      ...app.core.core,
      cancel: async () => Promise.reject(new CoreFailure('not-sent', 'connection refused')),
    });
    expect((await steps.remove(path)).status).toBe(503);
    app.useCore(app.core.core);
    expect(shortly(await steps.remove(path))).toBe('202 CANC');
    app.identity.clock.advance({ hours: 1 });
    await app.work();
    expect([await app.statusOf(path), await payments.timesPaid(payer)]).toEqual(['CANC', 0]);
  });
});

describe('what happens to the payer of a requested cancellation', () => {
  test('a block of payments does not keep the payer from stopping one', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    await app.restrict(payer, { kind: 'payment-block' });
    expect(await steps.approve(path, payer)).toBe('200 finalised');
    expect(await app.statusOf(path)).toBe('CANC');
  });

  test('a fraud report recalls the signatures: the payment is rejected, and its cancellation is over', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    await app.reportFraud(payer);
    await deliverEvents(app, 'signatures-invalidated', rejectRecalledPayment);
    expect(await app.statusOf(path)).toBe('RJCT');
    expect(await steps.approve(path, payer)).toBe('403 RESOURCE_EXPIRED');
    expect(shortly(await steps.remove(path))).toBe('405 CANCELLATION_INVALID');
  });

  test('a user who is closed approves nothing any more, and the payment goes on', async () => {
    const payer = await app.payer();
    const path = await steps.requested(payer);
    const list = `${path}/cancellation-authorisations`;
    const started = await app.send({
      method: 'POST',
      path: list,
      headers: { 'psu-id': payer.username },
      body: { psuData: { password: payer.password } },
    });
    expect(shortly(started)).toBe('201 scaMethodSelected');
    const users = scaCapability.handlers?.(app.ports).find(({ consumer }) => consumer === 'sca-users');
    await users?.handle(app.context(), {
      id: idOf(path),
      name: 'user-closed',
      version: 1,
      occurredAt: app.identity.clock.now().toString(),
      aggregateKind: 'user',
      aggregateId: payer.userId,
      sequence: 1,
      data: {},
    });
    const one = await app.send({
      method: 'GET',
      path: `${list}/${String(at(started.body, 'authorisationId'))}`,
    });
    expect(shortly(one)).toBe('200 failed');
    expect(await app.statusOf(path)).toBe('ACTC');
  });

  test.each(['merged', 'dead', 'erased'] as const)(
    'of a payer who is %s, whose user can still approve it, it stops the payment',
    async (happening) => {
      const [payer, survivor] = [await app.payer(), await app.customer()];
      const path = await steps.requested(payer);
      const happen = {
        merged: () => app.parties.merge(payer.customerNumber, survivor.customerNumber),
        dead: () => app.parties.reportDeath(payer.customerNumber),
        erased: () => app.parties.erase(payer.customerNumber),
      };
      await happen[happening]();
      expect(await steps.approve(path, payer)).toBe('200 finalised');
      steps.toTheDay();
      await app.work();
      expect([await app.statusOf(path), await payments.timesPaid(payer)]).toEqual(['CANC', 0]);
    },
  );
});
