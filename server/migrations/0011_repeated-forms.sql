-- A form of a sign-in that is sent again gets the same answer as the first time.
-- phase: expand

alter table identity.sign_in
  -- Hash of the secret that the submitted form came with.
  add column previous_tie_hash bytea,
  -- Keyed hash of the form that was submitted last.
  add column form_hash bytea,
  -- An instance is working on that form until then; null when it is done.
  add column form_locked_until timestamptz,
  -- How often that form may still be sent again, and until when.
  add column repeats_left integer not null default 0,
  add column repeatable_until timestamptz,
  -- The customer is signed in; the row stays for a minute to repeat the answer.
  add column ended_at timestamptz;
