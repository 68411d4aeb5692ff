-- Consents that a proxy gave are found when the proxy's customer number changes.
-- phase: expand
-- transaction: per step

-- step: the index
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists consent_of_proxy on consents.consent (bank_id, proxy) where proxy is not null;
