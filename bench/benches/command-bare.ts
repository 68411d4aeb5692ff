const windowId = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
const messages = '{"en":"We are improving our systems and will be back soon.","nl":"Wij zijn zo terug."}';
const startsAt = '2027-01-10T01:00:00.000Z';
const endsAt = '2027-01-10T03:00:00.000Z';

/** Values of the same size and form as those of the product. */
export const bareValues: Readonly<Record<string, string>> = {
  bank: '01',
  caller: 'employee-1234',
  operation: 'Configuration_PlanMaintenance',
  hash: String.raw`\x5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9`,
  answer: `{"kind":"answer","answer":{"status":201,"headers":{"location":"/api/configuration/maintenance-windows/${windowId}"},"body":{"windowId":"${windowId}","bankId":"01","state":"planned","startsAt":"${startsAt}","endsAt":"${endsAt}","messages":${messages},"plannedBy":"employee-1234"}}}`,
  now: '2026-11-15T10:00:00.123Z',
  state: 'planned',
  startsat: startsAt,
  endsat: endsAt,
  messages,
  one: '1',
  aggregatekind: 'maintenance-window',
  window: windowId,
  record: `{"requestId":"${windowId}","operation":"Configuration_PlanMaintenance","actor":{"kind":"employee","id":"employee-1234","clientId":"console-1"},"sourceAddress":"127.0.0.1","aggregate":{"kind":"maintenance-window","id":"${windowId}"},"changes":[{"field":"state","after":"planned"},{"field":"startsAt","after":"${startsAt}"},{"field":"endsAt","after":"${endsAt}"}],"outcome":"done","problem":null}`,
  name: 'maintenance-planned',
  source: '/api/configuration',
  bankkind: 'bank',
  actor: 'employee',
  data: `{"windowId":"${windowId}"}`,
};

/**
 * The statements of `POST /api/configuration/maintenance-windows` as the product sends them: one transaction in one
 * pipelined batch of prepared statements, under the same role and therefore the same row-level security. The database
 * generates the ids, because pgbench cannot.
 */
export const bareScript = String.raw`
\startpipeline
begin;
select set_config('portico.bank_id', :bank, true);
insert into platform.idempotency_record (bank_id, caller, operation, key, request_hash, response, created_at)
  values (:bank, :caller, :operation, gen_random_uuid()::text, :hash, :answer, :now);
insert into configuration.maintenance_window
    (bank_id, window_id, state, starts_at, ends_at, messages, planned_by, row_version, created_at, modified_at)
  values (:bank, gen_random_uuid(), :state, :startsat, :endsat, :messages, :caller, :one, :now, :now);
insert into platform.audit_entry (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
  values (:bank, gen_random_uuid(), :now, :operation, :aggregatekind, :window, :record);
insert into platform.outbox_event
    (bank_id, event_id, occurred_at, name, version, source, aggregate_kind, aggregate_id, actor_kind, actor_id, data)
  values (:bank, gen_random_uuid(), :now, :name, :one, :source, :bankkind, :bank, :actor, :caller, :data);
commit;
\endpipeline
`;
