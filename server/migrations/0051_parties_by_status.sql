-- Lists of parties by descending status read what they return.
-- phase: expand
-- transaction: per step

-- step: parties by descending status, those of one status by their numbers
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists party_by_status_descending on party.party
  (bank_id, customer_status desc, party_number) where record_state = 'live';
