/** A bank that does not take orders at the moment. */
export interface ActiveMaintenance {
  readonly retryAfterSeconds: number;
  message(acceptLanguage: string | undefined): string;
}

/** Port: whether a bank is in maintenance. Asked on every request, so it answers from memory. */
export interface MaintenanceGate {
  closureOf(bankId: string): ActiveMaintenance | undefined;
}
