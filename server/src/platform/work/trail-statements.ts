import { plainStatement, type Statement } from '#platform/db/statement.ts';
import type { Trail } from './command-groups.ts';
import { insertKey, insertKeys } from './idempotency.ts';

/** Up to this number one prepared statement each is cheaper. */
export const fewEvents = 3;

/** Inserts the audit entry of one command. */
export const insertAudit = plainStatement(
  `insert into platform.audit_entry
     (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
   values ($1, $2, $3, $4, $5, $6, $7)`,
  'write',
);
/** Inserts one event. */
export const insertEvent = plainStatement(
  `insert into platform.outbox_event
     (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  'write',
);
/** Inserts the events of one command. */
export const insertEvents = plainStatement(
  `insert into platform.outbox_event
     (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
   select $1, e.event_id, $2, e.name, e.version, e.source, e.aggregate_kind, e.aggregate_id, $3, $4, e.data
     from unnest($5::uuid[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[])
       with ordinality as e (event_id, name, version, source, aggregate_kind, aggregate_id, data, place)
    order by e.place`,
  'write',
);
const insertAudits = plainStatement(
  `insert into platform.audit_entry
     (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
   select $1, a.audit_id, a.occurred_at, a.operation, a.aggregate_kind, a.aggregate_id, a.record
     from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[])
       with ordinality as a (audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record, place)
    order by a.place`,
  'write',
);
const insertGroupEvents = plainStatement(
  `insert into platform.outbox_event
     (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
   select $1, e.event_id, e.occurred_at, e.name, e.version, e.source, e.aggregate_kind, e.aggregate_id, e.actor_kind,
          e.actor_id, e.data
     from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::text[], $11::text[])
       with ordinality as e (event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind,
                             actor_id, data, place)
    order by e.place`,
  'write',
);
/** Builds the keys of many commands in one statement; they precede their writes, as the key of a single command does. */
function keyStatements(bankId: string, trails: readonly Trail[]): readonly Statement[] {
  const [first, ...others] = trails.flatMap(({ key }) => (key === undefined ? [] : [key]));
  if (first === undefined) return [];
  return [others.length === 0 ? insertKey(first) : insertKeys(bankId, [first, ...others])];
}

/** Builds the audit entries and events of many commands, each table in one statement. */
function trailStatements(bankId: string, trails: readonly Trail[]): readonly Statement[] {
  const [only, ...others] = trails;
  // For one row, taking arrays apart costs more than it saves.
  if (only !== undefined && others.length === 0 && only.events.length <= fewEvents)
    return [insertAudit(only.audit), ...only.events.map((event) => insertEvent(event))];
  const audits = trails.map(({ audit }) => audit);
  const events = trails.flatMap((trail) => trail.events);
  const column = (rows: readonly (readonly unknown[])[], membership: number): readonly unknown[] =>
    rows.map((row) => row[membership]);
  return [
    insertAudits([bankId, ...[1, 2, 3, 4, 5, 6].map((membership) => column(audits, membership))]),
    ...(events.length === 0
      ? []
      : [
          insertGroupEvents([
            bankId,
            ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((membership) => column(events, membership)),
          ]),
        ]),
  ];
}

/** What groups build for the rows that every command has. */
export const groupStatements = { keyStatements, trailStatements };
