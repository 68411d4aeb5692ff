/** A bank that is closed for maintenance at present. */
export interface ActiveMaintenance {
  readonly retryAfterSeconds: number;
  message(acceptLanguage: string | undefined): string;
}

/** Port: whether a bank is in maintenance. Called on every request, so it responds from memory. */
export interface MaintenanceGate {
  activeMaintenanceOf(bankId: string): ActiveMaintenance | undefined;
}
