import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import type { AccountsPorts } from './ports/accounts-ports.ts';
import { problems } from './problems.ts';
import { accountsRoutes } from './routes.ts';

export type { BookingStatus } from './domain/report.ts';
export type { AccountReads } from './ports/account-reads.ts';
export type { AccountsChoices, AccountsPorts } from './ports/accounts-ports.ts';
export { problems as accountsProblems } from './problems.ts';
export { reportedOrderOf } from './steps/reported-order.ts';

/** Accounts and cards, as third parties read them under a consent. */
export const accountsCapability = defineCapability<AccountsPorts>({
  name: 'accounts',
  routes: accountsRoutes,
  events: {},
  problems,
  paths: [
    ['/v1/accounts', xs2a],
    ['/v1/card-accounts', xs2a],
  ],
});
