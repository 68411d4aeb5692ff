/** Events that must outlive a restore. */
export const oauthEndings = [
  'client-disabled',
  'client-enabled',
  'client-keys-rotated',
  'employee-cut-off',
  'employee-reinstated',
] as const;
