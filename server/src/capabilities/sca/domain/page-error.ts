/** Why a form did not lead on. */
export type PageError =
  | { readonly kind: 'name-missing' }
  | { readonly kind: 'password-missing' }
  /** The number is shown after the second failure only. */
  | { readonly kind: 'password-wrong'; readonly attemptsLeft: number | undefined }
  | { readonly kind: 'code-missing' }
  | { readonly kind: 'code-wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'code-expired' }
  | { readonly kind: 'passkey-refused' }
  | { readonly kind: 'account-missing' }
  /** It is not offered, or not any more. */
  | { readonly kind: 'account-refused' }
  /** Accounts of two owners, whose signing rules may differ. */
  | { readonly kind: 'account-owners' }
  /** A code was sent a moment ago, for what is not approved any more. */
  | { readonly kind: 'code-too-soon' }
  /** What is approved is not what the code or request was for, such as after a late check of the payee. */
  | { readonly kind: 'order-changed' }
  | { readonly kind: 'too-many-messages' }
  /** Another request to the customer's device is open, or there were too many. */
  | { readonly kind: 'device-not-asked' };
