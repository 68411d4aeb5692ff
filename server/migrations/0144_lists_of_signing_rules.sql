-- Versions of the rules of an owner and its open collections are listed.
-- phase: expand
-- transaction: per step

-- step: versions of rules by their owner
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signing_rule_of_owner
  on "authorization".signing_rule (bank_id, owner, created_at, rule_id, version);

-- step: open collections by their owner
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists signature_collection_open_of_owner
  on "authorization".signature_collection (bank_id, owner, expires_at, collection_id) where state = 'open';
