import type { ConsentsPorts } from '#capabilities/consents/index.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  type TestHolder,
  testConsentsPorts,
} from '#capabilities/consents/testing/consents-test-app.suite.ts';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { askTestCore } from '#capabilities/core-banking/testing/ask-test-core.suite.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { bookingStatuses } from '../domain/report.ts';
import type { AccountReads } from '../ports/account-reads.ts';
import type { AccountsChoices, AccountsPorts } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import { accountsRoutes } from '../routes.ts';
import { reportedOrderOf } from '../steps/reported-order.ts';

export { allOf, pathIn, shortly } from '#capabilities/consents/testing/consents-test-app.suite.ts';

/** Accounts of customers who gave consents, with a core in memory. */
export interface AccountsTestApp extends ConsentsTestApp {
  /** Asks for a consent that the customer approves; returns its id. */
  consent(holder: TestHolder, access?: unknown, body?: object): Promise<string>;
  /** Reads without the customer, unless the headers say that it is there. */
  read(
    path: string,
    consentId: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestServerResponse>;
  chooseAccounts(more: Partial<AccountsChoices>): void;
}

/** Reports by every parameter. */
export const usualReport: AccountsChoices['report'] = {
  bookingStatuses: new Set(bookingStatuses),
  isEntryReferenceSupported: true,
  isDeltaSupported: true,
  pageMax: 100,
};

export const usualChoices: AccountsChoices = {
  currencyLevel: 'SUBACCOUNT',
  report: usualReport,
  reportFormats: new Set(['application/json', 'application/xml', 'text/plain']),
  areBalancesOptional: true,
  areStatementsSent: true,
};

/** What statements of tests say about the bank. */
export const testStatementBanks: AccountsPorts['statementBanks'] = {
  of: () => ({ name: 'Portico Bank', bic: 'PORTDEFF' }),
};

/** The accounts of a core, whose customers were never merged. */
export function accountReadsOf(core: () => CoreBank): AccountReads {
  return {
    accountsOf: (_, __, number) => asked(() => core().accountsOf(number)),
    cardsOf: (_, __, number) => asked(() => core().cardAccountsOf(number)),
    namesOf: async (_, __, numbers) => new Map(numbers.map((number) => [number, `Customer ${number}`])),
    balancesOf: (_, accountId) => asked(() => core().balancesOf(accountId)),
    entriesOf: (_, { accountId, kind }, query) =>
      asked(() =>
        kind === 'card'
          ? core().cardTransactionsOf(accountId, query)
          : core().transactionsOf(accountId, query),
      ),
    entryOf: (_, accountId, reference) => asked(() => core().transaction(accountId, reference)),
    standingOrdersOf: async (_, __, { accountId }) =>
      (await asked(() => core().standingOrdersOf(accountId))).map(reportedOrderOf),
  };
}

const asked = <Answer>(question: () => Promise<Answer>): Promise<Answer> =>
  askTestCore(problems['core-away'], question);

/** The ports of accounts for tests of the whole product. */
export function testAccountsPorts(
  identity: ConsentsPorts['identity'],
  clock: Clock,
  core: CoreBank,
): AccountsPorts {
  return {
    ...testConsentsPorts(identity, clock, core),
    accountReads: accountReadsOf(() => core),
    accountsChoices: { of: () => usualChoices },
    statementBanks: testStatementBanks,
  };
}

export async function createAccountsTestApp(): Promise<AccountsTestApp> {
  let choices = usualChoices;
  const app = await createConsentsTestApp({
    routes: accountsRoutes,
    ports: (consents, core): AccountsPorts => ({
      ...consents,
      accountReads: accountReadsOf(core),
      accountsChoices: { of: () => choices },
      statementBanks: testStatementBanks,
    }),
  });
  return {
    ...app,
    async consent(holder, access = allOf(holder), body = {}) {
      const path = pathIn(await app.ask(access, { body }));
      const approved = await app.approve(path, holder);
      if (approved !== 'finalised') throw new Error(`not approved: ${approved}`);
      return path.slice(path.lastIndexOf('/') + 1);
    },
    read: (path, consentId, headers = {}) =>
      app.send({ method: 'GET', path, headers: { 'consent-id': consentId, ...headers } }),
    chooseAccounts: (more) => void (choices = { ...usualChoices, ...more }),
  };
}
