import type { ConsentsPorts } from '#capabilities/consents/index.ts';
import type { CurrencyLevel } from '../domain/account-view.ts';
import type { ReportChoices } from '../domain/report.ts';
import type { AccountReads } from './account-reads.ts';

/** Formats of reports. */
export type ReportFormat = 'application/json' | 'application/xml' | 'text/plain';

/** What a bank has chosen, from its XS2A profile. */
export interface AccountsChoices {
  /** How accounts of several currencies are shown. */
  readonly currencyLevel: CurrencyLevel;
  readonly report: ReportChoices;
  readonly reportFormats: ReadonlySet<ReportFormat>;
  /** Whether reports leave balances out where they are not asked for. */
  readonly areBalancesOptional: boolean;
  /** Whether customers get a statement of each month in their mailbox. */
  readonly areStatementsSent: boolean;
}

/** What a statement says about the bank. */
export interface StatementBank {
  readonly name: string;
  readonly bic: string | undefined;
}

/** Dependencies of this capability's operations beyond their context: those of consents, and these. */
export interface AccountsPorts extends ConsentsPorts {
  readonly accountReads: AccountReads;
  readonly accountsChoices: { of(bankId: string): AccountsChoices };
  readonly statementBanks: { of(bankId: string): StatementBank };
}
