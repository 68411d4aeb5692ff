-- A session names the browser it was opened in, so that a removed browser is signed out.
-- phase: expand

alter table identity.session add column browser_id uuid;
