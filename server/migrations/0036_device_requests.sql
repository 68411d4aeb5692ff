-- Devices that are asked to approve: each customer has at most one open request, and an answer finds it by its id.
-- phase: expand

alter table sca.authorisation
  -- user id of the customer who was asked, or a keyed hash of a name that no user has
  add column asked_customer text collate "C",
  -- the request that waits for a device; null once it is answered, withdrawn or replaced
  add column device_request_id uuid;
-- Not validated: existing rows have no request.
alter table sca.authorisation add constraint authorisation_asked check
  (device_request_id is null or (asked_customer is not null and asked_at is not null)) not valid;
-- The indexes block no writer: until now no resource could be approved, so the table is empty.
-- squawk-ignore require-concurrent-index-creation
create unique index authorisation_device_request on sca.authorisation (bank_id, device_request_id)
  where device_request_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index authorisation_of_asked on sca.authorisation (bank_id, asked_customer, asked_at)
  where asked_customer is not null;
