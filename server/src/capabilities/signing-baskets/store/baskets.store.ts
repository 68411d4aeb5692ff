import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { isOpen } from '../domain/basket.ts';
import type { Member, MemberRef, MemberState } from '../domain/members.ts';
import { problems } from '../problems.ts';
import { type BasketHead, type BasketRow, type StoredBasket, toHead, toMember } from './basket-rows.ts';
import type { BasketMemberTable, BasketTable } from './tables.generated.ts';
import { tables } from './tables.ts';

export type { BasketHead, StoredBasket } from './basket-rows.ts';

export interface BasketKey {
  readonly bankId: string;
  readonly basketId: string;
}

const headColumns = [
  'bank_id',
  'basket_id',
  'organisation_id',
  'third_party_name',
  'status',
  'expires_at',
  'ended_at',
  'has_notifications',
  'row_version',
  'created_at',
  'modified_at',
] as const;

const findRow = statement<BasketKey>()(({ bankId, basketId }) =>
  tables
    .selectFrom('basket')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('basket_id', '=', basketId),
);

const memberRows = statement<BasketKey>()(({ bankId, basketId }) =>
  tables
    .selectFrom('basket_member')
    .select(['member_kind', 'member_id', 'state'])
    .where('bank_id', '=', bankId)
    .where('basket_id', '=', basketId)
    .orderBy('position'),
);

/** Finds a basket with its members. */
export async function findBasket(db: Reader, key: BasketKey): Promise<StoredBasket | undefined> {
  const [row, members] = await Promise.all([db.first(findRow(key)), db.rows(memberRows(key))]);
  return row && { ...toHead(row), members: members.map(toMember) };
}

const lockRow = statement<BasketKey>('lock')(({ bankId, basketId }) =>
  tables
    .selectFrom('basket')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('basket_id', '=', basketId)
    .forUpdate(),
);

/** Locks a basket; its members change only under this lock. */
export async function lockBasket(work: Writer, key: BasketKey): Promise<StoredBasket | undefined> {
  const row = await work.lock(lockRow(key));
  if (row === undefined) return undefined;
  const members = await work.rows(memberRows(key));
  return { ...toHead(row), members: members.map(toMember) };
}

type MemberCriteria = MemberRef & { readonly bankId: string };

const groupedRow = statement<MemberCriteria>()(({ bankId, id, kind }) =>
  tables
    .selectFrom('basket_member')
    .select('basket_id')
    .where('bank_id', '=', bankId)
    .where('member_id', '=', id)
    .where('member_kind', '=', kind)
    .where('state', '=', sql<string>`'grouped'`),
);

/** Finds the open basket of a resource, also one whose end is not recorded yet. */
export async function findBasketOf(db: Reader, criteria: MemberCriteria): Promise<string | undefined> {
  return (await db.first(groupedRow(criteria)))?.basket_id;
}

const insertHead = statement<BasketRow>('write')((row) =>
  tables.insertInto('basket').values({
    bank_id: row.bank_id,
    basket_id: row.basket_id,
    organisation_id: row.organisation_id,
    third_party_name: row.third_party_name,
    status: row.status,
    expires_at: row.expires_at,
    ended_at: row.ended_at,
    has_notifications: row.has_notifications,
    row_version: row.row_version,
    created_at: row.created_at,
    modified_at: row.modified_at,
  }),
);

const insertMember = statement<BasketMemberTable>('write')((row) =>
  tables.insertInto('basket_member').values({
    bank_id: row.bank_id,
    basket_id: row.basket_id,
    position: row.position,
    member_kind: row.member_kind,
    member_id: row.member_id,
    state: row.state,
  }),
);

/** Stores a basket. Of two with the same resource the second one fails. */
export function insertBasket(work: Writer, bankId: string, basket: StoredBasket): void {
  const { basketId, members } = basket;
  work.write(
    insertHead({
      bank_id: bankId,
      basket_id: basketId,
      organisation_id: basket.organisationId,
      third_party_name: basket.thirdPartyName,
      status: basket.status,
      expires_at: basket.expiresAt,
      ended_at: null,
      has_notifications: basket.hasNotifications ?? false,
      row_version: basket.rowVersion,
      created_at: basket.createdAt,
      modified_at: basket.modifiedAt,
    }),
  );
  for (const [index, { id, kind, state }] of members.entries())
    work.write(
      insertMember({
        bank_id: bankId,
        basket_id: basketId,
        position: index + 1,
        member_kind: kind,
        member_id: id,
        state,
      }),
      { constraints: { basket_member_grouped: problems['member-grouped'] } },
    );
}

type StateRow = Pick<
  BasketTable,
  'bank_id' | 'basket_id' | 'status' | 'expires_at' | 'ended_at' | 'row_version' | 'modified_at'
>;

const update = statement<StateRow>('write')((row) =>
  tables
    .updateTable('basket')
    .set({
      status: row.status,
      expires_at: row.expires_at,
      ended_at: row.ended_at,
      row_version: sql`row_version + 1`,
      modified_at: row.modified_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('basket_id', '=', row.basket_id)
    .where('row_version', '=', row.row_version),
);

/** Saves the state of a locked basket. */
export function updateBasket(work: Writer, bankId: string, head: BasketHead): void {
  work.write(
    update({
      bank_id: bankId,
      basket_id: head.basketId,
      status: head.status,
      expires_at: head.expiresAt,
      ended_at: isOpen(head.status) ? null : head.modifiedAt,
      row_version: head.rowVersion,
      modified_at: head.modifiedAt,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}

type MoveCriteria = BasketKey & { readonly ids: readonly string[]; readonly state: MemberState };

const move = statement<MoveCriteria>('write')(({ bankId, basketId, ids, state }) =>
  tables
    .updateTable('basket_member')
    .set({ state })
    .where('bank_id', '=', bankId)
    .where('basket_id', '=', basketId)
    .where('state', '=', sql<string>`'grouped'`)
    .where('member_id', '=', sql<string>`any(${ids}::uuid[])`),
);

/** Ends the grouping of members of a locked basket. */
export function moveMembers(
  work: Writer,
  key: BasketKey,
  { members, state }: { readonly members: readonly Member[]; readonly state: MemberState },
): void {
  if (members.length === 0) return;
  const ids = members.map(({ id }) => id);
  work.write(move({ ...key, ids, state }), {
    rows: { count: ids.length, otherwise: standardProblems.conflict },
  });
}
