/** Events that a restore replays from the ledger. */
export const oauthEndings = [
  'client-disabled',
  'client-enabled',
  'client-keys-rotated',
  'employee-cut-off',
  'employee-reinstated',
] as const;
