export const stateEndings: readonly string[] = ['user-suspended', 'user-activated', 'user-closed'];
export const passwordEndings: readonly string[] = ['password-changed', 'password-reset-completed'];

/** Events that must outlive a restore. */
export const identityEndings: readonly string[] = [
  ...stateEndings,
  ...passwordEndings,
  'passkey-removed',
  'security-answers-set',
  'email-verified',
  'phone-number-verified',
];
