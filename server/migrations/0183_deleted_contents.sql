-- The content of what was never signed is deleted within days of its end; its status stays.
-- phase: expand
-- A release that does not know this fails to read what it deletes: resources that ended unsigned a day ago or earlier.

-- squawk-ignore ban-drop-not-null
alter table payments.payment alter column sealed_payment drop not null;
-- without content, a payment has no document either
alter table payments.payment drop constraint payment_document;
alter table payments.payment add constraint payment_document check (
  case when sealed_payment is null then sealed_document is null
       else (service <> 'bulk-payments' and format = 'json') = (sealed_document is null) end) not valid;
alter table payments.payment add constraint payment_content
  check (sealed_payment is not null or (approved_at is null and status in ('RJCT', 'CANC'))) not valid;

-- squawk-ignore ban-drop-not-null
alter table consents.consent alter column sealed_access drop not null;
alter table consents.consent add constraint consent_content
  check (sealed_access is not null or (approved_at is null and ended_at is not null)) not valid;

-- squawk-ignore ban-drop-not-null
alter table funds_confirmations.consent alter column sealed_terms drop not null;
alter table funds_confirmations.consent add constraint consent_content
  check (sealed_terms is not null or (approved_at is null and ended_at is not null)) not valid;
