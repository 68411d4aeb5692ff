-- Wrong tries at a temporary password are counted at it, so that nobody is kept from recovering by strangers.
-- phase: expand

alter table identity.user_credential add column failures integer not null default 0;
