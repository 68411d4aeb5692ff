import type { Temporal } from 'temporal-polyfill';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { type AccountsTestApp, allOf } from './accounts-test-app.suite.ts';

/** Header of a request that the customer made. */
export const attended = { 'psu-ip-address': '192.0.2.7' } as const;

/** An account that a third party reads under a consent. */
export interface SharedAccount {
  readonly accountId: string;
  readonly consentId: string;
  readonly path: string;
}

/** Reads of transactions in tests. */
export interface ReportTestApp extends AccountsTestApp {
  today(): Temporal.PlainDate;
  daysAgo(days: number): string;
  /** Opens an account, under a consent to everything by default. */
  share(body?: object, access?: (iban: string) => unknown): Promise<SharedAccount>;
  /** Books cents. */
  receive(accountId: string, minor: number): Promise<void>;
  /** Books one cent, two cents, and so on. */
  receiveMany(accountId: string, count: number): Promise<void>;
  list(
    account: SharedAccount,
    query: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestServerResponse>;
  /** Amounts of booked entries on all pages. */
  everyPage(
    account: SharedAccount,
    query: string,
    between?: () => Promise<void>,
  ): Promise<readonly unknown[]>;
}

export function reportTestApp(app: AccountsTestApp): ReportTestApp {
  const today = (): Temporal.PlainDate => app.identity.clock.today('Europe/Berlin');
  const receive = (accountId: string, minor: number): Promise<void> =>
    app.core.receive(accountId, { minor: BigInt(minor), currency: 'EUR' });
  const list: ReportTestApp['list'] = ({ consentId, path }, query, headers = attended) =>
    app.read(`${path}/transactions?${query}`, consentId, headers);
  return {
    ...app,
    today,
    daysAgo: (days) => today().subtract({ days }).toString(),
    async share(body = {}, access) {
      const holder = await app.holder();
      const consentId = await app.consent(holder, access?.(holder.iban) ?? allOf(holder), body);
      const accounts = await app.read('/v1/accounts', consentId, attended);
      const path = `/v1/accounts/${String(at(accounts.body, 'accounts', 0, 'resourceId'))}`;
      return { accountId: holder.accountId, consentId, path };
    },
    receive,
    async receiveMany(accountId, count) {
      for (let minor = 1; minor <= count; minor += 1) await receive(accountId, minor);
    },
    list,
    async everyPage(account, query, between) {
      let response = await list(account, query);
      const found = [...amountsIn(response)];
      let next = nextIn(response);
      while (next !== undefined) {
        await between?.();
        response = await app.read(next, account.consentId, attended);
        found.push(...amountsIn(response));
        next = nextIn(response);
      }
      return found;
    },
  };
}

/** Returns the link to the next page. */
export function nextIn({ body }: TestServerResponse): string | undefined {
  const next: unknown = at(body, 'transactions', '_links', 'next', 'href');
  return typeof next === 'string' ? next : undefined;
}

export function entriesIn({ body, text }: TestServerResponse, kind = 'booked'): readonly unknown[] {
  const list: unknown = at(body, 'transactions', kind);
  if (!Array.isArray(list)) throw new Error(`no ${kind} entries: ${text}`);
  return list;
}

export function amountsIn(response: TestServerResponse, kind?: string): readonly unknown[] {
  return entriesIn(response, kind).map((entry) => at(entry, 'transactionAmount', 'amount'));
}

/** Returns cents as an amount. */
export function amountOf(minor: number): string {
  return (minor / 100).toFixed(2);
}
