import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { renderApproval } from '../../server/src/apps/pages/approval/approval-pages.ts';
import {
  sampleFrame,
  sampleSetting,
  sampleViews,
} from '../../server/src/apps/pages/approval/sample-approvals.suite.ts';
import { launchChromium } from '../harness/browsers.ts';

const origin = 'https://bank.example';

/** What a page shows. */
export interface Shown {
  /** Name of a sample. */
  readonly view: string;
  readonly language: string;
  readonly frame?: Parameters<typeof sampleFrame>[0];
}

/** A form that the page has sent. */
type SentForm = Readonly<Record<string, string>>;

/** A browser that shows the samples under their policy, and records what they send. */
export interface ApprovalBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** Opens a tab; the server of the pages is the samples. */
  open(options?: BrowserContextOptions): Promise<ApprovalTab>;
}

export interface ApprovalTab extends AsyncDisposable {
  readonly page: Page;
  readonly sent: readonly SentForm[];
  /** Errors of the console, such as violations of the policy. */
  readonly errors: readonly string[];
  show(shown: Shown): Promise<void>;
  /** What the address of the live status responds; undefined: it cannot be reached. */
  status: 'waiting' | 'changed' | undefined;
}

/** Starts Chromium. */
export async function openApprovalBrowser(): Promise<ApprovalBrowser> {
  const browser = await launchChromium();
  return {
    browser,
    open: (options) => openTab(browser, options),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<ApprovalTab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const sent: SentForm[] = [];
  const errors: string[] = [];
  let current: Shown = { view: 'identify', language: 'en' };
  const tab: ApprovalTab = {
    page,
    sent,
    errors,
    status: undefined,
    async show(shown) {
      current = shown;
      await page.goto(`${origin}${sampleFrame(shown.frame).action}`);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('ERR_FAILED')) errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  await context.route('**/*', async (route) => {
    const request = route.request();
    if (request.url().endsWith('/status')) {
      if (tab.status === undefined) return route.abort();
      // A server with too many streams refuses one, and the page asks by itself.
      if (request.headers()['accept'] === 'text/event-stream') return route.fulfill({ status: 503 });
      return route.fulfill({ contentType: 'text/plain', body: tab.status });
    }
    if (!request.isNavigationRequest()) return route.fulfill({ status: 404, body: '' });
    if (request.method() === 'POST')
      sent.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')));
    const { contentSecurityPolicy, html } = rendered(current);
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': contentSecurityPolicy },
      body: html,
    });
  });
  return tab;
}

function rendered({ frame, language, view: name }: Shown): ReturnType<typeof renderApproval> {
  const view = sampleViews[name];
  if (view === undefined) throw new Error(`no sample ${name}`);
  return renderApproval(view, sampleFrame(frame), sampleSetting({ language }));
}
