import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Application, registerApplication } from './application.ts';
import { type BrowserUser, openBrowsers } from './browsers.ts';
import { type Customer, codeIn, openRegistrar, type Registrar } from './customers.ts';
import { send } from './forms.ts';
import { type LoginProvider, startLoginProvider } from './login-provider.ts';
import { type Product, startProduct } from './product.ts';

export type Scale = 'ci' | 'full';

/** Product, browser and customers for the checks. */
export interface BrowserHarness extends AsyncDisposable {
  readonly scale: Scale;
  readonly product: Product;
  readonly browser: Browser;
  readonly application: Application;
  readonly registrar: Registrar;
  /** Another provider at which customers have logins. */
  readonly loginProvider: LoginProvider;
  /** Opens a new browser context with its own IP address. */
  newBrowserUser(options?: BrowserContextOptions): Promise<BrowserUser>;
}

export async function openBrowserHarness(scale: Scale, seed: number): Promise<BrowserHarness> {
  await using started = new AsyncDisposableStack();
  let loginProvider: LoginProvider | undefined;
  const product = started.use(
    await startProduct({
      envAt: async (bankUrl) => {
        loginProvider = started.use(await startLoginProvider(bankUrl));
        return loginProvider.env;
      },
    }),
  );
  if (loginProvider === undefined) throw new Error('the product started without its login provider');
  const browsers = started.use(await openBrowsers(product.proxy.browserArguments));
  const application = await registerApplication(product, 'Example App');
  const registrar = started.use(await openRegistrar(product, seed % 10_000));
  const resources = started.move();
  return {
    scale,
    product,
    browser: browsers.browser,
    application,
    registrar,
    loginProvider,
    newBrowserUser: (options) => browsers.openUser(options),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Submits username and password. */
export async function submitPassword(page: Page, { password, username }: Customer): Promise<void> {
  await send(page, 'identify', { username });
  await send(page, 'password', { password });
}

/** Runs an action; returns the next code of the customer, from the authenticator app or from the SMS of the action. */
export async function codeAfter(
  { product: { stubs } }: BrowserHarness,
  { app, phone, textsFromMs }: Customer,
  act: () => Promise<unknown>,
): Promise<string> {
  if (app !== undefined) {
    await act();
    return app.code();
  }
  const waitMs = textsFromMs - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  const before = await stubs.textCount(phone);
  await act();
  return codeIn(await stubs.text(phone, before));
}

/** Signs in, from the first page to the one after the second factor. */
export async function signIn(harness: BrowserHarness, page: Page, customer: Customer): Promise<void> {
  const code = await codeAfter(harness, customer, () => submitPassword(page, customer));
  await send(page, 'code', { code });
}
