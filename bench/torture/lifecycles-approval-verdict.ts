import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import type { OpenedApproval } from './lifecycles-approval-kinds.ts';
import type { Happening } from './lifecycles-approvals.ts';
import type { LifecycleHarness } from './lifecycles-harness.ts';
import { mutedBy } from './lifecycles-mutes.ts';
import type { ModelPerson, ModelUser } from './lifecycles-people.ts';

interface ApprovalContext {
  readonly happening: Happening;
  readonly kind: string;
  readonly isLate: boolean;
  readonly user: ModelUser;
  readonly person: ModelPerson;
  readonly opened: OpenedApproval;
  readonly before: readonly SubjectRef[];
  /** How often the payment of the approval in progress has moved. */
  readonly moves: number;
}

/** What must be true of the user's approvals after each happening, once all events are processed. */
const expected = {
  merged: { isStopped: false, areCountsKept: true, isMuteKept: true },
  reported: { isStopped: false, areCountsKept: true, isMuteKept: true },
  dead: { isStopped: true, areCountsKept: true, isMuteKept: false },
  erased: { isStopped: true, areCountsKept: false, isMuteKept: false },
  suspended: { isStopped: true, areCountsKept: true, isMuteKept: true },
  closed: { isStopped: true, areCountsKept: false, isMuteKept: true },
} as const satisfies Readonly<Record<Happening, object>>;

/** The state of the user changes at once; that of a party reaches its users with an event. */
const atOnce: ReadonlySet<Happening> = new Set(['suspended', 'closed']);

/** Compares what is stored about the approvals of a user with what must be there. */
export async function approvalErrors(
  harness: LifecycleHarness,
  context: ApprovalContext,
): Promise<readonly string[]> {
  const rows = await rowsOf(harness, context.opened.subject);
  const stored = await storedOf(harness, context);
  return [...outcomeErrors(context, rows), ...openErrors(context, stored), ...keptErrors(context, stored)]
    .filter(({ isSo }) => isSo)
    .map(({ error }) => error);
}

interface Finding {
  readonly error: string;
  readonly isSo: boolean;
}

/** Who could finish the approval in progress. */
function outcomeErrors(
  { happening, isLate, moves }: ApprovalContext,
  rows: readonly AuthorisationRow[],
): readonly Finding[] {
  const { isStopped } = expected[happening];
  const isFinished = rows.some(({ status }) => status === 'finalised');
  const mustStop = isStopped && (!isLate || atOnce.has(happening));
  return [
    { error: `${moves} moves, and finished: ${isFinished}`, isSo: isFinished !== (moves === 1) },
    { error: 'a customer who may not sign approved a payment', isSo: mustStop && moves > 0 },
    { error: 'a customer who may sign could not finish', isSo: !isStopped && moves !== 1 },
    {
      error: 'an approval that has ended names its customer',
      isSo: rows.some(({ isOpen, names }) => !isOpen && names.length > 0),
    },
  ];
}

/** What is left of an approval that had to end. */
function openErrors({ happening, kind, moves, opened }: ApprovalContext, stored: Stored): readonly Finding[] {
  if (!expected[happening].isStopped || moves > 0) return [];
  return [
    // One that only names its customer belongs to no user, and ends by its time.
    { error: 'an approval is open', isSo: kind !== 'named' && stored.open > 0 },
    { error: 'a device shows the request', isSo: (opened.device?.counts().shown ?? 0) > 0 },
  ];
}

function keptErrors({ before, happening }: ApprovalContext, stored: Stored): readonly Finding[] {
  const { areCountsKept, isMuteKept, isStopped } = expected[happening];
  const { asked, counts, finished, mutes, series, signatures } = stored;
  return [
    { error: `${mutes} mutes`, isSo: mutes !== (isMuteKept ? 1 : 0) },
    { error: `${asked} requests to devices are kept`, isSo: !areCountsKept && asked > 0 },
    { error: `${series} series of payments`, isSo: isStopped === series > 0 },
    { error: `${counts} counts of payments without a second factor`, isSo: areCountsKept !== counts > 0 },
    { error: `${finished} of the finished approvals are kept`, isSo: finished !== before.length },
    { error: `${signatures} of their signatures are kept`, isSo: signatures !== before.length },
  ];
}

interface AuthorisationRow {
  readonly status: string;
  readonly isOpen: boolean;
  /** Members of the details that name the customer. */
  readonly names: readonly string[];
}

const keptAfterEnd: ReadonlySet<string> = new Set(['browserHash', 'language', 'lockedUntilMs', 'returnTo']);

async function rowsOf(
  { approvals, testApp: { database } }: LifecycleHarness,
  { id }: SubjectRef,
): Promise<readonly AuthorisationRow[]> {
  const rows = await database.query<{
    authorisation_id: string;
    status: string;
    is_open: boolean;
    sealed_details: Buffer;
  }>(
    `select authorisation_id, status, ends_at is not null as is_open, sealed_details
       from sca.authorisation where subject_id = $1`,
    [id],
  );
  return rows.map((row) => ({
    status: row.status,
    isOpen: row.is_open,
    names: Object.keys(
      approvals.ports.scaVault.openDetails('01', row.authorisation_id, row.sealed_details),
    ).filter((name) => !keptAfterEnd.has(name)),
  }));
}

interface Stored {
  readonly open: number;
  readonly series: number;
  readonly counts: number;
  /** Third parties that the customer, or the survivor of a merge, has muted. */
  readonly mutes: number;
  /** Requests to the devices of the user. */
  readonly asked: number;
  readonly finished: number;
  /** Valid ones, and those that were withdrawn because their payment was not executed yet. */
  readonly signatures: number;
}

async function storedOf(
  { testApp: { database } }: LifecycleHarness,
  { before, person, user: { userId } }: ApprovalContext,
): Promise<Stored> {
  const owner = (person.mergedInto ?? person).customerNumber;
  const [row] = await database.query<Record<keyof Stored, number>>(
    `select (select count(*)::int from sca.authorisation
              where ends_at is not null and $1 in (user_id, asked_customer)) as open,
            (select count(*)::int from sca.payment_series where user_id = $1) as series,
            (select count(*)::int from sca.strong_authentication where user_id = $1) as counts,
            (select count(*)::int from sca.device_mute where owner = $3 and asker = $4) as mutes,
            (select count(*)::int from sca.device_request where customer = $1) as asked,
            (select count(*)::int from sca.authorisation
              where user_id = $1 and status in ('finalised', 'exempted') and subject_id = any($2)) as finished,
            (select count(*)::int from "authorization".signature s
               join "authorization".signature_collection c using (bank_id, collection_id)
              where c.resource_id = any($2)) as signatures`,
    [userId, before.map(({ id }) => id), owner, mutedBy(userId)],
  );
  if (row === undefined) throw new Error('no counts');
  return row;
}
