/** Personal data that an erasure leaves on purpose. */
export interface Retained {
  /** `schema.table.column`, as `tracesOf` names it. */
  readonly place: string;
  /** Why it stays, and what removes it. */
  readonly reason: string;
  /** After this time it is gone. */
  readonly until: { readonly hours: number } | { readonly years: number };
}

/** What of an erased customer can be read after the reactions have run. Each line needs a reason. */
export const retained: readonly Retained[] = [
  {
    place: 'platform.idempotency_record.answer',
    reason: 'the sealed response to a repeated request: username and path of a registration',
    until: { hours: 24 },
  },
  {
    place: 'authorization.otp_verification.sealed_text',
    reason: 'a code of the last day: the note sent with it, and the number until it was handed over',
    until: { hours: 24 },
  },
  {
    place: 'identity.sign_in.sealed_state',
    reason: 'a sign-in under way names the username; it has ended with the user, and expires',
    until: { hours: 1 },
  },
  {
    place: 'authorization.signature_collection.sealed_signature_data',
    reason: 'what was signed is evidence of a payment, kept by law for `retention-signature`',
    until: { years: 10 },
  },
  {
    place: 'authorization.signature_collection.decision',
    reason: 'by which rule it was signed, kept with it',
    until: { years: 10 },
  },
];
