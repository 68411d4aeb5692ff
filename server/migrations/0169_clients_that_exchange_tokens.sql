-- Applications that act for customers: the apps whose tokens they may exchange for their own.
-- phase: expand

alter table oauth.client add column exchanges_tokens_of text[] not null default '{}'
  constraint client_exchanges_tokens check (cardinality(exchanges_tokens_of) = 0 or kind = 'application');
