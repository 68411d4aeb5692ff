/** A table that grows, or is rewritten, with the business of a cell. */
export interface GrowingTable {
  readonly name: string;
  /** New rows of a year, in millions. */
  readonly rowsPerYear: number;
  /** Why so many. */
  readonly assumption: string;
  /** How long a row is kept, in days; undefined if it is never deleted. */
  readonly keptDays?: number;
  readonly retention: string;
  /** A function of a later migration, which deletes rows earlier: millions of rows that a year leaves then. */
  readonly shortened?: { readonly byFunction: string; readonly storedRows: number };
  /** Bytes per row of heap and indexes, and of WAL, as the review measured them before. */
  readonly before?: { readonly heap: number; readonly indexes: number; readonly wal?: number };
}

/**
 * A cell with two million customers. Rates marked as such are those of the review of commit 638b503, whose measurements are
 * the values before; the others are assumptions about what third parties and the ledger add.
 */
export const growingTables: readonly GrowingTable[] = [
  {
    name: 'platform.audit_entry',
    rowsPerYear: 200,
    assumption: 'review: 100 changes per customer',
    retention: 'never deleted, monthly partitions',
    before: { heap: 546, indexes: 271, wal: 1_864 },
  },
  {
    name: 'correspondence.communication',
    rowsPerYear: 100,
    assumption: 'review: 50 messages per customer, half of them codes',
    keptDays: 730,
    retention: '2 years, statements 10',
    before: { heap: 580, indexes: 251, wal: 740 * 3 },
  },
  {
    name: 'correspondence.content',
    rowsPerYear: 50,
    assumption: 'review: every message but codes, 420 bytes; here the text of the run',
    keptDays: 730,
    retention: '2 years, statements 10',
    before: { heap: 512, indexes: 123 },
  },
  {
    name: 'correspondence.mailbox_message',
    rowsPerYear: 50,
    assumption: 'review: every message but codes',
    keptDays: 730,
    retention: '2 years, statements 10',
    before: { heap: 192, indexes: 342 },
  },
  {
    name: 'platform.event_sequence',
    rowsPerYear: 150,
    assumption: 'review: one per message and verification',
    retention: 'with its message; numbers of verifications a day, once a migration deletes them',
    shortened: { byFunction: 'platform.retire_event_sequences()', storedRows: 100 },
    before: { heap: 132, indexes: 140 },
  },
  {
    name: 'identity.login_event',
    rowsPerYear: 100,
    assumption: 'review: 50 per user',
    keptDays: 396,
    retention: '13 months',
    before: { heap: 182, indexes: 163 },
  },
  {
    name: 'authorization.signature_collection',
    rowsPerYear: 10,
    assumption: 'review: 5 signed orders per customer',
    retention: 'never deleted',
    before: { heap: 1_859, indexes: 359 },
  },
  {
    name: 'authorization.signature',
    rowsPerYear: 10,
    assumption: 'one per collection; the review has both in one row',
    retention: 'never deleted',
  },
  {
    name: 'platform.outbox_event',
    rowsPerYear: 500,
    assumption: 'review',
    keptDays: 3,
    retention: '3 days, daily partitions',
    before: { heap: 372, indexes: 85, wal: 2_033 },
  },
  {
    name: 'platform.idempotency_record',
    rowsPerYear: 200,
    assumption: 'as many as audit entries',
    keptDays: 1,
    retention: '24 hours',
    before: { heap: 745, indexes: 189 },
  },
  {
    name: 'authorization.otp_verification',
    rowsPerYear: 50,
    assumption: 'review: 25 codes per customer',
    keptDays: 1,
    retention: '24 hours',
    before: { heap: 745, indexes: 141 },
  },
  {
    name: 'payments.payment',
    rowsPerYear: 10,
    assumption: '5 payments through third parties per customer',
    keptDays: 397,
    retention: '397 days after its end',
  },
  {
    name: 'sca.authorisation',
    rowsPerYear: 12,
    assumption: 'one per payment and per consent, and one in ten repeated',
    keptDays: 90,
    retention: '90 days after its end',
  },
  {
    name: 'platform.request_mark',
    rowsPerYear: 12,
    assumption: 'one per request of a third party that creates something',
    keptDays: 397,
    retention: 'with the payment or consent',
  },
  {
    name: 'consents.consent',
    rowsPerYear: 1,
    assumption: 'half of the customers give or renew one',
    keptDays: 731,
    retention: '2 years after its end',
  },
  {
    name: 'consents.access_use',
    rowsPerYear: 365,
    assumption: 'a million consents, read every day',
    keptDays: 3,
    retention: '3 days',
  },
  {
    name: 'consents.access_day',
    rowsPerYear: 365,
    assumption: 'a million consents, read every day',
    keptDays: 731,
    retention: '2 years',
  },
  {
    name: 'payee_verifications.verification',
    rowsPerYear: 12,
    assumption: 'one per payment through third parties, and one in five repeated',
    keptDays: 397,
    retention: '13 months',
  },
  {
    name: 'ledger.journal_entry',
    rowsPerYear: 200,
    assumption: '100 bookings per customer, if the ledger of the product is the core',
    retention: 'never deleted',
  },
  {
    name: 'ledger.posting',
    rowsPerYear: 400,
    assumption: 'two per booking',
    retention: 'never deleted',
  },
  {
    name: 'ledger.instruction',
    rowsPerYear: 10,
    assumption: 'one per payment through a third party',
    retention: 'never deleted',
  },
  {
    name: 'ledger.change',
    rowsPerYear: 30,
    assumption: 'three per payment through a third party',
    retention: 'never deleted',
  },
];
