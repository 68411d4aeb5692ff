import type { BankMaintenance } from '../domain/maintenance-status.ts';

/** Port: maintenance of each bank, available without the database. */
export interface MaintenanceCache {
  maintenanceOf(bankId: string): BankMaintenance;
  /** Reloads all banks; the process calls it every second. */
  refresh(): Promise<void>;
}
