/** Events that a restore replays from the ledger. */
export const paymentsEndings = ['payment-stopped', 'bulk-payment-stopped', 'payee-opt-out-ended'] as const;
