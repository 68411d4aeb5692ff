/** What a statement can break. */
export type GrowthRule =
  | 'executed'
  | 'no sequential scan'
  | 'no scan of a whole bank'
  | 'custom and generic alike'
  | 'flat'
  | 'per row'
  | 'idle'
  | 'within the time-out';

/** A statement that may break rules, and why. */
export interface GrowthException {
  /** End of the path of the file. */
  readonly file: string;
  /** A part of the text, where the file has several statements; white space counts as one blank. */
  readonly has?: string;
  readonly rules: readonly GrowthRule[];
  readonly reason: string;
  /** At the size of the checks the statement breaks no rule yet. */
  readonly isOfLargeRuns?: true;
}

const afterRestore = 'operators run it once after a restore, in batches, while no process serves requests';

/** The only statements that may break a rule. */
export const growthExceptions: readonly GrowthException[] = [
  {
    file: 'authorization/store/restoring.store.ts',
    has: 'otp_verification',
    rules: ['no sequential scan', 'flat', 'per row', 'within the time-out'],
    reason: `${afterRestore}; the table has the codes of two days, and an index on their end would cost every code`,
  },
  {
    file: 'authorization/store/restoring.store.ts',
    has: 'ocra_challenge',
    rules: ['no sequential scan', 'flat', 'per row', 'within the time-out'],
    reason: `${afterRestore}; the table has the challenges of two days, and an index on their end would cost every one`,
  },
  {
    file: 'authorization/store/restoring.store.ts',
    has: 'oath_token',
    rules: ['no sequential scan', 'idle'],
    reason: `${afterRestore}; it changes every hardware token, of which a bank has fewer than customers`,
  },
  {
    file: 'identity/store/restoring.store.ts',
    has: 'user_credential',
    rules: ['no sequential scan', 'flat', 'per row', 'within the time-out'],
    reason: `${afterRestore}; it reads the one or two credentials of each user`,
  },
  {
    file: 'identity/store/pepper-use.read.ts',
    rules: ['no sequential scan', 'no scan of a whole bank', 'flat', 'per row', 'within the time-out'],
    reason:
      'the command "keys status" counts every password and security answer; there are few for each user, at most some millions',
  },
  {
    file: 'platform/work/partitions.ts',
    has: 'create_partition',
    rules: ['per row'],
    reason: 'creates a table with its indexes, once for each partition; the cost is that of the catalogue',
  },
  {
    file: 'platform/work/partitions.ts',
    has: 'drop_published_partition',
    rules: ['per row'],
    reason: 'drops a table with its indexes, once for each partition; the cost is that of the catalogue',
  },
  {
    file: 'platform/work/work-state.ts',
    rules: ['flat', 'per row'],
    reason: 'one row with six counts, each of which stops at ten thousand rows of open work',
  },
  {
    file: 'payments/store/bulk-entries.store.ts',
    has: 'group by status, reason',
    rules: ['per row'],
    reason: 'one row for each state; it counts the transfers of one bulk, at most ten thousand',
    isOfLargeRuns: true,
  },
  {
    file: 'party/store/search-clean-up.store.ts',
    rules: ['per row'],
    reason:
      'one row with a number; it stands for fifty words that are looked up, and those that are deleted with their typos',
  },
  {
    file: 'correspondence/store/delivery-queue.store.ts',
    has: 'claim_due',
    rules: ['per row'],
    reason:
      'claims messages in a function, whose changes a plan does not show: each message is updated with its indexes, its copy among the open ones and its content',
    isOfLargeRuns: true,
  },
  {
    file: 'correspondence/store/delivery-sweep.store.ts',
    has: "q.medium = 'mailbox'",
    rules: ['idle'],
    reason:
      'while statistics know no open message, it reads those of the bank; it runs only after a cheaper statement has found one that is due',
    isOfLargeRuns: true,
  },
  {
    file: 'correspondence/store/communication-list.read.ts',
    rules: ['flat', 'per row', 'within the time-out'],
    reason:
      'counts or sorts as many messages as can be read page by page, a hundred in the samples; at the smaller size fewer are open',
    isOfLargeRuns: true,
  },
  {
    file: 'correspondence/store/delivery-sweep.store.ts',
    has: 'select distinct lease_owner',
    rules: ['flat'],
    reason:
      'reads the messages that are being sent, as many as the workers send at once; more of them are at the larger size',
    isOfLargeRuns: true,
  },
  {
    file: 'party/store/search-index.store.ts',
    has: 'save_search_entry',
    rules: ['per row'],
    reason:
      'writes the words of a party and their typos in a function, whose changes a plan does not show; as many as the names have',
    isOfLargeRuns: true,
  },
  {
    file: 'platform/work/audit-verifier.ts',
    has: 'filter (where occurred_at < $2) as late',
    rules: ['no scan of a whole bank'],
    reason: 'the command "audit-verify" counts the entries that are not sealed yet, by the index of these',
    isOfLargeRuns: true,
  },
];
