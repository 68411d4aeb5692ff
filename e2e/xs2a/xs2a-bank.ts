import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createThirdPartyClient, type ThirdPartyClient } from '../../bench/harness/test-third-party.ts';
import { psd2Roles } from '../../server/src/platform/auth/psd2-certificate.ts';
import type { BankCheck, BankOptions } from '../harness/bank-check.ts';
import { type NotificationReceiver, startNotificationReceiver } from '../harness/notification-receiver.ts';
import { openPaymentBank, type PaymentBank } from '../payment/payment-bank.ts';

/** The running product with two third parties: A, which sends what a check sends without naming one, and B. */
export interface Xs2aBank extends PaymentBank {
  readonly b: ThirdPartyClient;
  /** A with another certificate, for the name of its receiver. */
  readonly aWithReceiver: ThirdPartyClient;
  readonly receiver: NotificationReceiver;
  /** Web site of A in the domain of its certificate, where the interfaces accept no other address. */
  readonly siteUrl: string;
}

export type Xs2aCheck = BankCheck<Xs2aBank>;

/** Host of the web site of A. */
export const siteHost = 'a.tpp.test';

export async function openXs2aBank({ customers, profile }: BankOptions): Promise<Xs2aBank> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-xs2a-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const receiver = opened.use(await startNotificationReceiver(folder));
  const bank = opened.use(
    await openPaymentBank(
      { customers, profile: { aspspNotificationsSupported: ['SCA', 'PROCESS'], ...profile } },
      { PORTICO_TPP_NOTIFICATIONS: receiver.setting },
    ),
  );
  const { authorities, product, shopUrl } = bank;
  const clientWith = (
    certificate: Awaited<ReturnType<typeof authorities.issue>>,
  ): Promise<ThirdPartyClient> =>
    createThirdPartyClient(product.instance, { authorities, proxyPort: product.proxyPort, certificate });
  const b = await clientWith(await authorities.qwac('_B'));
  const aWithReceiver = await clientWith(
    await authorities.issue({
      commonName: receiver.host,
      dnsNames: [receiver.host],
      organizationIdentifier: 'PSDNL-DNB-A',
      organizationName: 'Test TPP A B.V.',
      roles: psd2Roles,
      ocspUrl: 'http://ocsp.qtsp.test/',
      use: 'connections',
    }),
  );
  const resources = opened.move();
  return {
    ...bank,
    b,
    aWithReceiver,
    receiver,
    siteUrl: `https://${siteHost}:${new URL(shopUrl).port}`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
