import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import { pathOf, type ScaTestApp, type TestCustomer } from './sca-test-app.suite.ts';
import type { TestDevice } from './test-devices.suite.ts';

export type PairedCustomer = TestCustomer & { readonly device: TestDevice };

/** A customer with a device. */
export async function pairedCustomer(app: ScaTestApp): Promise<PairedCustomer> {
  const customer = await app.customer();
  return { ...customer, device: app.devices.pair(customer.userId, 'Pixel 8') };
}

/** Whom a third party names, and for whose payment. */
export interface NamedCustomer {
  readonly owner: string;
  readonly name: string;
  readonly as?: ThirdPartyName;
}

/** Lets a third party ask the device of a customer for a payment of its own. */
export async function askOnDevice(
  app: ScaTestApp,
  { as = '_A', name, owner }: NamedCustomer,
): Promise<TestServerResponse & { readonly path: string }> {
  const subject = await app.payment(owner);
  await app.identity.database.query(
    `update test_subject.subject set organisation_id = $2, third_party_name = $3 where id = $1`,
    [subject.id, `PSDNL-DNB-${as.slice(1)}`, `Test TPP ${as.slice(1)}`],
  );
  const path = pathOf(subject);
  const response = await app.send({ method: 'POST', path, as, headers: { 'psu-id': name } });
  return { ...response, path };
}
