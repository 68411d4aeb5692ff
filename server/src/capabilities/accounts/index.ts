import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { cleanUpStatements } from './operations/clean-up-statements.ts';
import type { AccountsPorts } from './ports/accounts-ports.ts';
import { problems } from './problems.ts';
import { accountsRoutes } from './routes.ts';

export type { BookingStatus } from './domain/report.ts';
export { openStatements } from './operations/open-statements.ts';
export { sendStatements } from './operations/send-statements.ts';
export type { AccountReads } from './ports/account-reads.ts';
export type { AccountsChoices, AccountsPorts, StatementBank } from './ports/accounts-ports.ts';
export { problems as accountsProblems } from './problems.ts';
export { reportedOrderOf } from './steps/reported-order.ts';

/** Accounts and cards: as third parties read them under a consent, and in statements for customers. */
export const accountsCapability = defineCapability<AccountsPorts>({
  name: 'accounts',
  routes: accountsRoutes,
  events: {},
  problems,
  paths: [
    ['/v1/accounts', xs2a],
    ['/v1/card-accounts', xs2a],
  ],
  jobs: [{ name: 'clean-up-statements', cron: '51 2 * * *', needs: 'context', run: cleanUpStatements }],
});
