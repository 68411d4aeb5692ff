import { deviceAnswersPath } from '../../server/src/capabilities/sca/testing/test-device-route.suite.ts';
import { pairRemoteDevice } from '../../server/src/capabilities/sca/testing/test-device-table.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { ApprovalBank, BankCustomer } from './approval-bank.ts';

/** A simulated device of a customer. It finds its requests in a table, and sends its answers to a route of the api. */
export interface CustomerDevice {
  /** Returns the number of the newest request, which the customer compares with the page. */
  number(): Promise<string>;
  /** Approves the newest request with a number, and returns the outcome. */
  approve(number: string): Promise<string>;
  decline(): Promise<string>;
}

/** Pairs a new device with a customer. */
export async function pairDevice(
  bank: ApprovalBank,
  { userId }: BankCustomer,
  name: string,
): Promise<CustomerDevice> {
  const device = await pairRemoteDevice(bank.product.instance.database, { userId, name });
  const answer = async (body: ReturnType<typeof device.decline>): Promise<string> =>
    String(at(await bank.send({ method: 'POST', path: deviceAnswersPath, body }), 'outcome'));
  return {
    number: async () => (await device.shown()).number,
    approve: async (number) => answer(device.approve(await device.shown(), { number })),
    decline: async () => answer(device.decline(await device.shown())),
  };
}
