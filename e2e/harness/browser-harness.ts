import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { type Application, registerApplication } from './application.ts';
import { type Customer, codeIn, openRegistrar, type Registrar } from './customers.ts';
import { patienceMs, send } from './forms.ts';
import { type Product, startProduct } from './product.ts';
import { addressHeader } from './reverse-proxy.ts';

export type Scale = 'ci' | 'full';

/** Everything a check plays on. */
export interface BrowserHarness extends AsyncDisposable {
  readonly scale: Scale;
  readonly product: Product;
  readonly browser: Browser;
  readonly application: Application;
  readonly registrar: Registrar;
  /** A browser that nobody has used yet, at an address of its own. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
}

/** Somebody at a browser. */
export interface Visitor extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
}

const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export async function openBrowserHarness(scale: Scale, seed: number): Promise<BrowserHarness> {
  await using started = new AsyncDisposableStack();
  const product = started.use(await startProduct());
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', ...product.front.browserArguments],
  });
  started.defer(() => browser.close());
  const application = await registerApplication(product, 'Example App');
  const registrar = started.use(await openRegistrar(product, seed % 10_000));
  let visitors = 0;
  const kept = started.move();
  return {
    scale,
    product,
    browser,
    application,
    registrar,
    async visitor(options = {}) {
      visitors += 1;
      const context = await browser.newContext({
        locale: 'en-GB',
        extraHTTPHeaders: { [addressHeader]: `198.51.100.${visitors % 256}` },
        ...options,
      });
      context.setDefaultTimeout(patienceMs);
      return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Gives name and password. */
export async function giveName(page: Page, { password, username }: Customer): Promise<void> {
  await send(page, 'identify', { username });
  await send(page, 'password', { password });
}

/** The code that a customer has after something was done: from the authenticator app, or from a text message. */
export async function codeAfter(
  { product: { stubs: farSides } }: BrowserHarness,
  { app, phone, textsFromMs }: Customer,
  act: () => Promise<unknown>,
): Promise<string> {
  if (app !== undefined) {
    await act();
    return app.code();
  }
  const waitMs = textsFromMs - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  const before = await farSides.textCount(phone);
  await act();
  return codeIn(await farSides.text(phone, before));
}

/** The whole way from the first page to the one behind the second factor. */
export async function signIn(stage: BrowserHarness, page: Page, customer: Customer): Promise<void> {
  const code = await codeAfter(stage, customer, () => giveName(page, customer));
  await send(page, 'code', { code });
}
