/** Kinds of resources that customers approve. A payment may be a single, a bulk or a periodic one. */
export const subjectKinds = [
  'payment',
  'payment-cancellation',
  'consent',
  'funds-confirmation-consent',
  'signing-basket',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Names a subject. */
export interface SubjectRef {
  readonly kind: SubjectKind;
  readonly id: string;
}
