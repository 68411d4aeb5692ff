import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { registerPhoneClients } from '../../bench/harness/phone-clients.ts';
import { freePort, startProgram, until } from '../../bench/harness/processes.ts';
import type { BankCustomer, CustomerBank } from './customer-bank.ts';
import { navigate, send } from './forms.ts';
import { bank as bankId } from './product.ts';

/** Name of the device at the bank. */
export const phoneName = 'Pixel 8';

/** The example phone, in a process of its own. */
export interface ExamplePhone extends AsyncDisposable {
  readonly url: string;
  /** Ends the process, as an empty battery does. */
  kill(): Promise<void>;
  /** Starts it again, with what it remembers. */
  start(): Promise<void>;
}

/** Starts an example phone that no customer has signed in on. */
export async function startExamplePhone({ product }: Pick<CustomerBank, 'product'>): Promise<ExamplePhone> {
  const { authorityPem, instance, proxy, push } = product;
  const path = (name: string): string => join(instance.folder, name);
  await writeFile(path('phone-authority.pem'), authorityPem);
  await rm(path('phone.json'), { force: true });
  const port = await freePort();
  const databaseUrl = instance.database.appUrl;
  const env = {
    ...(await registerPhoneClients(instance.folder, { databaseUrl, bankId })),
    EXAMPLE_PHONE_BANK_URL: proxy.bankUrl,
    // Names of the run are resolved by its browsers only.
    EXAMPLE_PHONE_BANK_ADDRESS: `127.0.0.1:${new URL(proxy.bankUrl).port}`,
    EXAMPLE_PHONE_BANK_AUTHORITY: path('phone-authority.pem'),
    EXAMPLE_PHONE_STATE: path('phone.json'),
    EXAMPLE_PHONE_NAME: phoneName,
    EXAMPLE_PHONE_PORT: String(port),
    EXAMPLE_PHONE_PUSH_PORT: String(push.port),
    EXAMPLE_PHONE_PUSH_CERTIFICATE: push.certificateFile,
    EXAMPLE_PHONE_PUSH_KEY: push.keyFile,
  };
  const url = `http://localhost:${port}`;
  const run = (): ReturnType<typeof startProgram> =>
    startProgram({ args: ['examples/phone/example-phone.ts'], env, logFile: path('phone.log') });
  let program = run();
  const kill = async (): Promise<void> => {
    program.kill('SIGKILL');
    await program.ended;
  };
  const answers = (): Promise<void> => until(async () => (await fetch(url)).ok, 'the example phone');
  await answers();
  return {
    url,
    kill,
    async start() {
      program = run();
      await answers();
    },
    [Symbol.asyncDispose]: kill,
  };
}

/** A customer with the phone in the hand: its screen is a page of a browser. */
interface CustomerWithPhone {
  readonly bank: Pick<CustomerBank, 'code'>;
  readonly customer: BankCustomer;
  /** The screen of the phone. */
  readonly screen: Page;
}

/** Signs in on the phone with password and text message, as a customer of the bank, and agrees. */
export async function signInOnPhone({ bank, customer, screen }: CustomerWithPhone): Promise<void> {
  await tap(screen, 'Sign in');
  await send(screen, 'identify', { username: customer.username });
  await send(screen, 'password', { password: customer.password });
  await send(screen, 'method');
  await send(screen, 'code', { code: await bank.code(customer.phone) });
  await send(screen, 'agree');
}

/** Presses a button of the app, and waits for its next page. */
export async function tap(screen: Page, name: string): Promise<void> {
  await navigate(screen, () => screen.getByRole('button', { name, exact: true }).click());
}
