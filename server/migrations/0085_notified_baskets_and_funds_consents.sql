-- Baskets and consents to the confirmation of funds whose third party named an address for changes of their status.
-- phase: expand

alter table signing_baskets.basket add column has_notifications boolean not null default false;
alter table funds_confirmations.consent add column has_notifications boolean not null default false;
