import type { BankOutlook } from '../domain/maintenance-status.ts';

/** What is known of each bank's maintenance without asking the database. */
export interface MaintenanceCache {
  outlookOf(bankId: string): BankOutlook;
  /** Reads anew; repeated every second by the process. */
  refresh(): Promise<void>;
}
