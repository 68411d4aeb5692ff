-- A stop of a bulk goes on chunk by chunk, and continues after a crash or a core that was away.
-- phase: expand

-- how many chunks, from the first one on, a stop is done with
alter table payments.bulk_payment add column stopped_chunks integer not null default 0;
