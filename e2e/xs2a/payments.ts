import { equal, ok } from 'node:assert/strict';
import { until } from '../../bench/harness/processes.ts';
import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import { sendOrThrow } from '../harness/customer-bank.ts';
import { isSigned } from '../harness/notification-receiver.ts';
import { approveOnPage } from '../payment/approve.ts';
import { initiate, usualCents } from '../payment/payment.ts';
import { expectUnknownToB } from './foreign.ts';
import type { Xs2aCheck } from './xs2a-bank.ts';

export const byRedirect: Xs2aCheck = {
  name: 'a payment of A is approved on the page and executed; for B there is no such payment',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const payment = await initiate(bank, customer);
    await expectUnknownToB(bank, payment.path);
    await approveOnPage(bank, customer, payment.shop);
    await payment.become('ACSC');
    await payment.expectMoved(usualCents);
    await expectUnknownToB(bank, payment.path);
    return undefined;
  },
};

export const notified: Xs2aCheck = {
  name: 'A receives each change of a payment, signed with its own secret and in order, until it is executed',
  customers: 1,
  async run(bank) {
    const { aWithReceiver, b, receiver } = bank;
    const customer = await bank.payer();
    const sender = {
      ...bank,
      send: (request: Parameters<typeof bank.send>[0]) => sendOrThrow(aWithReceiver, request),
    };
    const payment = await initiate(sender, customer, {
      headers: {
        'tpp-notification-uri': `${receiver.url}/xs2a?shop=17`,
        'tpp-notification-content-preferred': 'status=PROCESS',
      },
    });
    await approveOnPage(bank, customer, payment.shop);
    await payment.become('ACSC');
    const id = payment.path.split('/').at(-1);
    const seen = (): readonly string[] =>
      receiver.received
        .map(({ content }): unknown => JSON.parse(content))
        .filter((body) => at(body, 'paymentId') === id)
        .map((body) => String(at(body, 'transactionStatus')));
    await until(async () => seen().at(-1) === 'ACSC', 'the last message');
    const secretsOf = async (client: typeof b): Promise<readonly string[]> =>
      listAt(
        await sendOrThrow(client, { method: 'GET', path: '/v1/notification-secrets' }),
        'notificationSecrets',
      ).map(String);
    const [own, foreign] = [await secretsOf(aWithReceiver), await secretsOf(b)];
    for (const message of receiver.received) {
      ok(isSigned(message, own), `signed: ${message.content}`);
      equal(isSigned(message, foreign), false, 'not with the secret of B');
    }
    return seen().join(', ');
  },
};
