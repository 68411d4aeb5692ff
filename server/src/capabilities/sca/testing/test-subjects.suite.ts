import { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AccountChoice } from '../domain/offered-account.ts';
import { type Order, totalsOf } from '../domain/order.ts';
import type { SubjectKind, SubjectRef } from '../domain/subject.ts';
import type { Subject, Subjects } from '../ports/subjects.ts';
import { accountsOffered, createAccountTable, type MayActFor, withAccounts } from './test-accounts.suite.ts';

/** A resource of a third party, kept in a table of the tests until payments and consents exist. */
export interface TestSubject {
  readonly ref: SubjectRef;
  readonly organisationId: string;
  readonly thirdPartyName?: string;
  /** Absent while the customer has still to choose an account. */
  readonly owner?: string;
  /** With any accounts where the customer chooses them. */
  readonly order: Order;
  readonly leavesOpen?: AccountChoice;
  readonly expiresAt?: Temporal.Instant;
}

/** What happened to a test subject. */
export interface SubjectOutcome {
  readonly state: string;
  readonly owner: string | undefined;
  /** The order as it was when the subject became fully authorised: what a bank would execute. */
  readonly executed: Order | undefined;
  readonly moves: number;
}

/** Creates the table; the application may only do with it what a capability does with its own. */
export async function createSubjectTable(database: TestDatabase): Promise<void> {
  await database.query(`
    create schema test_subject;
    grant usage on schema test_subject to portico_app;
    create table test_subject.subject (
      bank_id text not null, kind text not null, id text not null, organisation_id text not null,
      third_party_name text not null, owner text, subject_order text not null, state text not null,
      expires_at timestamptz not null, executed text, moves integer not null default 0,
      leaves_open text, is_complete boolean not null default true,
      primary key (bank_id, kind, id));
    grant select, insert, update on test_subject.subject to portico_app;`);
  await createAccountTable(database);
}

/** Adds a subject, as a request of a third party would. */
export async function addSubject(database: TestDatabase, subject: TestSubject, bankId = '01'): Promise<void> {
  await database.query(
    `insert into test_subject.subject (bank_id, kind, id, organisation_id, third_party_name, owner, subject_order, state,
       expires_at, leaves_open, is_complete)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, $9::text is null)`,
    [
      bankId,
      subject.ref.kind,
      subject.ref.id,
      subject.organisationId,
      subject.thirdPartyName ?? 'Acme Pay',
      subject.owner ?? null,
      orderText(subject.order),
      (subject.expiresAt ?? Temporal.Instant.from('2099-01-01T00:00:00Z')).toString(),
      subject.leavesOpen ?? null,
    ],
  );
}

export async function outcomeOf(
  database: TestDatabase,
  { id, kind }: SubjectRef,
  bankId = '01',
): Promise<SubjectOutcome> {
  const [row] = await database.query<{
    state: string;
    owner: string | null;
    executed: string | null;
    moves: number;
  }>(
    `select state, owner, executed, moves from test_subject.subject where bank_id = $1 and kind = $2 and id = $3`,
    [bankId, kind, id],
  );
  if (row === undefined) throw new Error('no such subject');
  const { executed, moves, owner, state } = row;
  return {
    state,
    moves,
    owner: owner ?? undefined,
    executed: executed === null ? undefined : orderIn(executed),
  };
}

/** Changes the order of a subject, as a mistake or an attack could; nothing of the product does it. */
export async function changeOrder(
  database: TestDatabase,
  { id, kind }: SubjectRef,
  order: Order,
  bankId = '01',
): Promise<void> {
  await database.query(
    `update test_subject.subject set subject_order = $4 where bank_id = $1 and kind = $2 and id = $3`,
    [bankId, kind, id, orderText(order)],
  );
}

interface Row {
  readonly organisation_id: string;
  readonly third_party_name: string;
  readonly owner: string | null;
  readonly subject_order: string;
  readonly state: string;
  readonly expires_at: Temporal.Instant;
  readonly leaves_open: string | null;
  readonly is_complete: boolean;
}

const columns =
  'organisation_id, third_party_name, owner, subject_order, state, expires_at, leaves_open, is_complete';
const where = 'where bank_id = $1 and kind = $2 and id = $3';
const find = plainStatement<Row>(`select ${columns} from test_subject.subject ${where}`);
const lock = plainStatement<Row>(`select ${columns} from test_subject.subject ${where} for update`, 'lock');
const move = plainStatement(
  `update test_subject.subject set state = $4, moves = moves + 1, leaves_open = null,
     executed = case when $4 = 'done' then subject_order else executed end ${where}`,
  'write',
);

const complete = plainStatement(
  `update test_subject.subject set owner = $4, subject_order = $5, is_complete = true ${where}`,
  'write',
);

/** Subjects of one kind, as a capability would implement them. */
function testSubjects(mayActFor: MayActFor): Subjects {
  return {
    async accountsFor(db: Reader, bankId, ref, chooser) {
      const row = await db.first(find([bankId, ref.kind, ref.id]));
      const currency = row && totalsOf(orderIn(row.subject_order))[0]?.currency;
      return accountsOffered(db, { bankId, ref, chooser, mayActFor, currency });
    },
    async choose(work: Work, bankId, ref, { accounts }) {
      const row = await work.lock(lock([bankId, ref.kind, ref.id]));
      if (row === undefined || row.leaves_open === null || row.state !== 'open') return undefined;
      const subject_order = orderText(withAccounts(orderIn(row.subject_order), accounts));
      const [{ owner }] = accounts;
      work.write(complete([bankId, ref.kind, ref.id, owner, subject_order]));
      return toSubject(ref, { ...row, owner, subject_order, is_complete: true });
    },
    describe: async (db: Reader, bankId, ref) =>
      toSubject(ref, await db.first(find([bankId, ref.kind, ref.id]))),
    lock: async (work: Work, bankId, ref) =>
      toSubject(ref, await work.lock(lock([bankId, ref.kind, ref.id]))),
    markNotified() {
      // Third parties are notified of real resources alone.
    },
    async authorised(work: Work, bankId, ref, { extent }) {
      work.write(move([bankId, ref.kind, ref.id, extent.kind === 'fully' ? 'done' : 'open']));
    },
    async failed() {
      // Stays open for another authorisation.
    },
  };
}

export function allTestSubjects(
  mayActFor: MayActFor = async () => false,
): Readonly<Record<SubjectKind, Subjects>> {
  const subjects = testSubjects(mayActFor);
  return {
    payment: subjects,
    'payment-cancellation': subjects,
    consent: subjects,
    'funds-confirmation-consent': subjects,
    'signing-basket': subjects,
  };
}

const states = ['open', 'done', 'unrequested', 'unverified', 'grouped'] as const;

function toSubject(ref: SubjectRef, row: Row | undefined): Subject | undefined {
  if (row === undefined) return undefined;
  return {
    ref,
    organisationId: row.organisation_id,
    thirdPartyName: row.third_party_name,
    owner: row.owner ?? undefined,
    leavesOpen: row.leaves_open === 'one' || row.leaves_open === 'several' ? row.leaves_open : undefined,
    order: row.is_complete ? orderIn(row.subject_order) : undefined,
    state: states.find((one) => one === row.state) ?? 'over',
    expiresAt: row.expires_at,
  };
}

function orderText(order: Order): string {
  return JSON.stringify(order, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Returns the order of a text in which amounts are such as `124950n`. */
export function orderIn(text: string): Order {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by `orderText`
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && /^\d+n$/v.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Order;
}
