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
  | { readonly kind: 'too-many-messages' };
