import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { BankOptions } from '../harness/bank-check.ts';
import {
  type ExamplePhone,
  phoneName,
  signInOnPhone,
  startExamplePhone,
  tap,
} from '../harness/example-phone.ts';
import { openPaymentBank, type Payer, type PaymentBank } from '../payment/payment-bank.ts';

/** A customer, and the phone that is paired with the customer. */
export interface PairedPhone {
  readonly customer: Payer;
  readonly phone: ExamplePhone;
  /** The screen of the phone. */
  readonly screen: Page;
  /** When the text message of the sign-in was sent; the next one is sent after a wait. */
  readonly textedAtMs: number;
}

/** The running product with payments, and one phone, which all checks use. */
export interface DeviceBank extends PaymentBank {
  /** Pairs the phone at its first call. `look` is called at each of the pages on the way. */
  pairedPhone(look?: (screen: Page, step: string) => Promise<void>): Promise<PairedPhone>;
}

const phoneOwners = 1;

export async function openDeviceBank(options: BankOptions): Promise<DeviceBank> {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(
    await openPaymentBank(
      { ...options, customers: options.customers + phoneOwners },
      { PORTICO_DEVICE_ATTESTATION: JSON.stringify({ software: true }) },
    ),
  );
  let paired: Promise<PairedPhone> | undefined;
  const resources = opened.move();
  const pair = async (look: (screen: Page, step: string) => Promise<void>): Promise<PairedPhone> => {
    const phone = resources.use(await startExamplePhone(bank));
    const customer = await bank.payer();
    const user = resources.use(await bank.openUser({ viewport: { width: 480, height: 900 } }));
    const screen = user.page;
    await screen.goto(phone.url);
    await look(screen, 'signed-out');
    await signInOnPhone({ bank, customer, screen });
    const textedAtMs = Date.now();
    equal(await screen.locator('h1').innerText(), 'Pair this phone');
    await look(screen, 'signed-in');
    await tap(screen, 'Pair this phone');
    equal(
      await screen.locator('h1').innerText(),
      'This phone is paired',
      await screen.locator('main').innerText(),
    );
    await look(screen, 'paired');
    await screen.goto(phone.url);
    return { customer, phone, screen, textedAtMs };
  };
  return {
    ...bank,
    async pairedPhone(look = async () => undefined) {
      // Each check asks the one phone; together they would be more than a device takes in ten minutes.
      await bank.product.instance.database.query('delete from sca.device_request');
      paired ??= pair(look);
      return paired;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Name of the method on the page of the bank. */
export const phoneMethod = `App on ${phoneName}`;
