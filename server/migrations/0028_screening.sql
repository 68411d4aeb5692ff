-- Screening decided by staff: one employee proposes an outcome, another one confirms it.
-- phase: expand

-- What is known of the screening of a party; without a row nothing is. The trail of proposals is in the audit entries.
create table party.screening (
  bank_id text not null,
  party_number text collate "C" not null,
  state text not null,
  -- of a proposal only
  proposed_outcome text,
  -- the facts that were screened, and why; both are sealed under the key of the party, and so erased with it
  sealed_facts bytea,
  sealed_reason bytea,
  proposed_by text,
  proposed_at timestamptz,
  -- the employee who confirmed; null where a service decided
  decided_by text,
  decided_at timestamptz,
  -- the core has an open product of a party that must not have one yet
  is_product_held boolean not null,
  opened_at timestamptz not null,
  constraint screening_pkey primary key (bank_id, party_number),
  constraint screening_party foreign key (bank_id, party_number) references party.party (bank_id, party_number),
  constraint screening_state check (state in ('open', 'proposed', 'clear', 'hit')),
  constraint screening_open check ((state = 'open') = (sealed_facts is null)),
  constraint screening_proposal check ((state = 'proposed') = (proposed_outcome is not null)),
  constraint screening_outcome check (proposed_outcome in ('clear', 'hit')),
  constraint screening_proposer check
    ((proposed_by is null) = (proposed_at is null) and (proposed_by is null) = (sealed_reason is null)
     and (state <> 'proposed' or proposed_by is not null) and (state <> 'open' or proposed_by is null)),
  constraint screening_decision check
    ((decided_at is not null) = (state in ('clear', 'hit'))
     and (decided_by is null) = (proposed_by is null or state = 'proposed')),
  -- ids are typed: another spelling is not another person
  constraint screening_two_employees check (lower(decided_by) <> lower(proposed_by))
);
create index screening_unfinished on party.screening (bank_id, opened_at, party_number)
  where state in ('open', 'proposed') or is_product_held;

alter table party.screening enable row level security;
alter table party.screening force row level security;
create policy tenant on party.screening to portico_app
  using (bank_id = platform.bank_id()) with check (bank_id = platform.bank_id());
create policy owner on party.screening to current_user using (true);
grant select, insert, update, delete on party.screening to portico_app;

-- Customers who were registered before wait for a screening.
insert into party.screening (bank_id, party_number, state, is_product_held, opened_at)
select bank_id, party_number, 'open', false, modified_at from party.party
 where record_state = 'live' and registration_profile = 'customer' and customer_status = 'prospective'
   and individual_status is distinct from 'deceased';
