-- Whether a client must send an idempotency key on operations of the specification: strict clients must.
-- phase: expand

alter table oauth.client add column idempotency text not null default 'seed-compatible'
  constraint client_idempotency check (idempotency in ('seed-compatible', 'strict'));
