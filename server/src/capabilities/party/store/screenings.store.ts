import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { DecidedOutcome } from '../domain/screening.ts';
import { problems } from '../problems.ts';
import type { ScreeningTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A row of `screening`. */
export type ScreeningRow = Selectable<ScreeningTable>;

export interface ScreeningKey {
  readonly bankId: string;
  readonly partyNumber: string;
}

/** The row of exactly one party must change: the command has read it and holds the lock on the party. */
const oneRow = { rows: { count: 1, otherwise: standardProblems.conflict } } as const;

const lock = statement<ScreeningKey>('lock')(({ bankId, partyNumber }) =>
  tables
    .selectFrom('screening')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .forUpdate(),
);

/** Locks the screening of a party; undefined if none is recorded. */
export async function lockScreening(work: Writer, key: ScreeningKey): Promise<ScreeningRow | undefined> {
  return work.lock(lock(key));
}

const list = statement<{ readonly bankId: string; readonly limit: number }>()(({ bankId, limit }) =>
  rawQuery(sql<ScreeningRow>`
    select * from party.screening
     where bank_id = ${bankId} and (state in ('open', 'proposed') or is_product_held)
     order by opened_at, party_number limit ${limit}`),
);

/** Lists the screenings that wait for an employee, the oldest first. */
export async function listUnfinishedScreenings(
  db: Reader,
  criteria: { readonly bankId: string; readonly limit: number },
): Promise<readonly ScreeningRow[]> {
  return db.rows(list(criteria));
}

const open = statement<ScreeningKey & { readonly now: Temporal.Instant }>('write')(
  ({ bankId, now, partyNumber }) =>
    rawQuery(sql`
    insert into party.screening as known (bank_id, party_number, state, is_product_held, opened_at)
    values (${bankId}, ${partyNumber}, 'open', false, ${now})
    on conflict (bank_id, party_number) do update
       set state = 'open', sealed_facts = null, sealed_reason = null, proposed_by = null, proposed_at = null,
           decided_by = null, decided_at = null, opened_at = excluded.opened_at
     where known.state in ('clear', 'hit')`),
);

/** Opens a screening. A proposal stays: it is void if the facts changed, and confirming it is refused with the reason. */
export function openScreening(work: Writer, key: ScreeningKey, now: Temporal.Instant): void {
  work.write(open({ bankId: key.bankId, partyNumber: key.partyNumber, now }));
}

interface ServiceOutcome extends ScreeningKey {
  readonly outcome: DecidedOutcome;
  readonly sealedFacts: Buffer;
  readonly now: Temporal.Instant;
}

const upsertOutcome = statement<ServiceOutcome>('write')(
  ({ bankId, sealedFacts, now, outcome, partyNumber }) =>
    rawQuery(sql`
    insert into party.screening (bank_id, party_number, state, sealed_facts, decided_at, is_product_held, opened_at)
    values (${bankId}, ${partyNumber}, ${outcome}, ${sealedFacts}, ${now}, false, ${now})
    on conflict (bank_id, party_number) do update
       set state = excluded.state, sealed_facts = excluded.sealed_facts, proposed_outcome = null, sealed_reason = null,
           proposed_by = null, proposed_at = null, decided_by = null, decided_at = excluded.decided_at`),
);

/** Records what a screening service returned. */
export function upsertServiceOutcome(work: Writer, outcome: ServiceOutcome): void {
  work.write(upsertOutcome(outcome));
}

interface NewProposal extends ServiceOutcome {
  readonly employeeId: string;
  readonly sealedReason: Buffer;
}

const propose = statement<NewProposal>('write')((row) =>
  tables
    .updateTable('screening')
    .set({
      state: 'proposed',
      proposed_outcome: row.outcome,
      sealed_facts: row.sealedFacts,
      sealed_reason: row.sealedReason,
      proposed_by: row.employeeId,
      proposed_at: row.now,
    })
    .where('bank_id', '=', row.bankId)
    .where('party_number', '=', row.partyNumber)
    .where('state', 'in', ['open', 'proposed']),
);

/** Records a proposal; a void one is replaced. */
export function updateProposal(work: Writer, proposal: NewProposal): void {
  work.write(propose(proposal), oneRow);
}

interface Confirmation extends ScreeningKey {
  readonly outcome: DecidedOutcome;
  readonly employeeId: string;
  readonly isProductHeld: boolean;
  readonly now: Temporal.Instant;
}

const decide = statement<Confirmation>('write')((row) =>
  tables
    .updateTable('screening')
    .set({
      state: row.outcome,
      proposed_outcome: null,
      decided_by: row.employeeId,
      decided_at: row.now,
      is_product_held: row.isProductHeld,
    })
    .where('bank_id', '=', row.bankId)
    .where('party_number', '=', row.partyNumber)
    .where('state', '=', 'proposed')
    .where('proposed_outcome', '=', row.outcome),
);

/** Records the confirmation of a proposal; the database refuses the employee who proposed. */
export function updateDecision(work: Writer, confirmation: Confirmation): void {
  work.write(decide(confirmation), {
    ...oneRow,
    constraints: { screening_two_employees: problems['screening-own-proposal'] },
  });
}

const endProposal = statement<ScreeningKey>('write')(({ bankId, partyNumber }) =>
  tables
    .updateTable('screening')
    .set({
      state: 'open',
      proposed_outcome: null,
      sealed_facts: null,
      sealed_reason: null,
      proposed_by: null,
      proposed_at: null,
    })
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .where('state', '=', 'proposed'),
);

/** Ends a proposal, if there is one; the screening is open again. */
export function updateProposalEnded(work: Writer, key: ScreeningKey): void {
  work.write(endProposal({ bankId: key.bankId, partyNumber: key.partyNumber }));
}

const hold = statement<ScreeningKey & { readonly isHeld: boolean }>('write')(
  ({ bankId, isHeld, partyNumber }) =>
    tables
      .updateTable('screening')
      .set({ is_product_held: isHeld })
      .where('bank_id', '=', bankId)
      .where('party_number', '=', partyNumber),
);

/** Records whether the core has an open product of a party that must not have one yet. */
export function updateProductHeld(work: Writer, key: ScreeningKey, isHeld: boolean): void {
  work.write(hold({ bankId: key.bankId, partyNumber: key.partyNumber, isHeld }));
}

const endOpen = statement<ScreeningKey>('write')(({ bankId, partyNumber }) =>
  tables
    .deleteFrom('screening')
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .where('state', 'in', ['open', 'proposed'])
    .where('is_product_held', '=', false),
);

/** Ends an open screening. It stays in the list as long as the core has a product that it must not have. */
export function deleteUnfinishedScreening(work: Writer, key: ScreeningKey): void {
  work.write(endOpen({ bankId: key.bankId, partyNumber: key.partyNumber }));
  updateProposalEnded(work, key);
}

const remove = statement<ScreeningKey>('write')(({ bankId, partyNumber }) =>
  tables.deleteFrom('screening').where('bank_id', '=', bankId).where('party_number', '=', partyNumber),
);

/** Deletes the screening of a party that is merged or erased. */
export function deleteScreening(work: Writer, key: ScreeningKey): void {
  work.write(remove({ bankId: key.bankId, partyNumber: key.partyNumber }));
}
