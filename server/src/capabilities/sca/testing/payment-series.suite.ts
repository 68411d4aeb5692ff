import { randomBytes } from 'node:crypto';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { SinglePayment } from '../domain/order.ts';
import { seriesHashesOf } from '../steps/series-hashes.ts';
import { createScaVault } from '../store/sca-vault.ts';

const scaVault = createScaVault(createLocalKeys([randomBytes(32)]));

/** Returns what tells the series of a payment from those of other payments of one customer through one third party. */
export function seriesOf(payment: SinglePayment): string {
  const asked = { authorisation: { organisationId: 'PSDDE-A' }, payment, userId: 'u-1' };
  return seriesHashesOf({ bankId: '01', scaVault }, asked)[0].toString('hex');
}
