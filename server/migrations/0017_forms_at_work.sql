-- A form that is sent again while another form of the same page was sent in between waits for its first one.
-- phase: expand

alter table identity.sign_in
  -- Forms of the present page that instances still work on while a different one was submitted after them: keyed hash of
  -- the form, in hex, and until when it is locked. Emptied when the sign-in moves on.
  add column superseded_forms jsonb not null default '{}';
