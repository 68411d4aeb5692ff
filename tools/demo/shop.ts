import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connectToBank } from '../../examples/tpp/bank-connection.ts';
import { createPaymentClient } from '../../examples/tpp/payment-client.ts';
import { readSettings, type Settings as ShopSettings } from '../../examples/tpp/settings.ts';
import { defaultCalendarRules, executionDateOf } from '../../server/src/capabilities/core-banking/index.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { CannotStart } from '../dev/clone.ts';
import { keyOf, pkiFiles } from './demo-pki.ts';
import { startExample } from './start-example.ts';

const pollMs = 500;
const trustedWithinMs = 60_000;

/** Starts the example third party in a process of its own, with the certificates of the demo. */
export async function startShop(port: number, bankUrl: string): Promise<ChildProcess> {
  const settings = {
    EXAMPLE_TPP_BANK_URL: bankUrl,
    EXAMPLE_TPP_BANK_AUTHORITY: pkiFiles.authority,
    EXAMPLE_TPP_QWAC: pkiFiles.qwac,
    EXAMPLE_TPP_QWAC_KEY: keyOf(pkiFiles.qwac),
    EXAMPLE_TPP_QSEAL: pkiFiles.qseal,
    EXAMPLE_TPP_QSEAL_KEY: keyOf(pkiFiles.qseal),
    EXAMPLE_TPP_PORT: String(port),
    EXAMPLE_TPP_PRODUCT: productOfToday(),
  };
  const child = await startExample('examples/tpp/example-tpp.ts', settings);
  await waitUntilTrusted(await readSettings(settings));
  return child;
}

/**
 * Sends a request as the shop until the bank knows that its certificates are not revoked. The bank waits two seconds for the
 * first answer of an issuer, and a busy machine may need longer: then the first click of a visitor would be refused.
 */
async function waitUntilTrusted(settings: ShopSettings): Promise<void> {
  const bank = createPaymentClient(connectToBank(settings), settings);
  const deadline = performance.now() + trustedWithinMs;
  for (;;) {
    // No payment has the id; any other refusal than that is about the certificates.
    const unknown = `/v1/payments/${settings.product}/${randomUUID()}`;
    const refusal = await bank.statusOf(unknown).then(() => '', String);
    if (refusal.includes('RESOURCE_UNKNOWN')) return;
    if (performance.now() > deadline)
      throw new CannotStart(`The bank does not accept the example third party: ${refusal}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Outside of business hours the bank executes ordinary transfers on a later day; instant ones are executed at any time. */
export function productOfToday(): 'sepa-credit-transfers' | 'instant-sepa-credit-transfers' {
  const rules = defaultCalendarRules('Europe/Berlin');
  const acceptedAt = systemClock.now();
  const today = acceptedAt.toZonedDateTimeISO(rules.zone).toPlainDate();
  const day = executionDateOf(rules, 'sepa-credit-transfers', { acceptedAt });
  return day.equals(today) ? 'sepa-credit-transfers' : 'instant-sepa-credit-transfers';
}
