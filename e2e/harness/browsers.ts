import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { timeoutMs } from './forms.ts';
import { addressHeader } from './reverse-proxy.ts';

const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** A user with a new browser context. */
export interface BrowserUser extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Chromium, and users in it. */
export interface Browsers extends AsyncDisposable {
  readonly browser: Browser;
  /** Opens a new browser context with its own IP address. */
  openUser(options?: BrowserContextOptions): Promise<BrowserUser>;
}

/** Starts Chromium, also as root, which has no sandbox. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', ...args] });
}

export async function openBrowsers(args: readonly string[]): Promise<Browsers> {
  const browser = await launchChromium(args);
  let users = 0;
  return {
    browser,
    async openUser(options = {}) {
      users += 1;
      const context = await browser.newContext({
        locale: 'en-GB',
        extraHTTPHeaders: { [addressHeader]: `198.51.100.${users % 256}` },
        ...options,
      });
      context.setDefaultTimeout(timeoutMs);
      return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
