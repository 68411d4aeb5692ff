import { equal } from 'node:assert/strict';
import type { DeviceCheck } from './run.ts';

export const paired: DeviceCheck = {
  name: 'a customer signs in on a phone and pairs it; the bank knows it by its key',
  customers: 0,
  async run(bank) {
    const { customer } = await bank.pairedPhone();
    const rows = await bank.product.instance.database.query<{ status: string; attested_by: string }>(
      'select status, attested_by from client.device where user_id = $1',
      [customer.userId],
    );
    equal(JSON.stringify(rows), JSON.stringify([{ status: 'active', attested_by: 'software' }]));
    return undefined;
  },
};
