/** Personal data that an erasure retains by design. */
export interface Retained {
  /** `schema.table.column`, as `tracesOf` names it. */
  readonly column: string;
  /** Why it stays, and what removes it. */
  readonly reason: string;
  /** Retention period; the data is deleted afterwards. */
  readonly until: { readonly hours: number } | { readonly years: number };
}

/** Columns in which data of an erased customer is readable after the event handlers have run. */
export const retained: readonly Retained[] = [
  {
    column: 'platform.idempotency_record.response',
    reason: 'the sealed response to a repeated request: username and path of a registration',
    until: { hours: 24 },
  },
  {
    column: 'authorization.otp_verification.sealed_text',
    reason: 'a code of the last day: its message, and the phone number until dispatch',
    until: { hours: 24 },
  },
  {
    column: 'identity.sign_in.sealed_state',
    reason: 'an open sign-in contains the username; the erasure of the user ends it, then it expires',
    until: { hours: 1 },
  },
  {
    column: 'sca.authorisation.sealed_details',
    reason:
      'the name of a customer whom a third party named in an authorisation and who did not enter a password; removed when it ends',
    until: { hours: 24 },
  },
  {
    column: 'authorization.signature_collection.sealed_signature_data',
    reason: 'the signed data is evidence of a payment; the law requires it for `retention-signature`',
    until: { years: 10 },
  },
  {
    column: 'authorization.signature_collection.decision',
    reason: 'the signing rule of the signature, retained with it',
    until: { years: 10 },
  },
];
