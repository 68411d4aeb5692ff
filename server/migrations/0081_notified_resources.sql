-- Resources whose third party named an address for changes of their status.
-- phase: expand

alter table payments.payment add column has_notifications boolean not null default false;
alter table consents.consent add column has_notifications boolean not null default false;
