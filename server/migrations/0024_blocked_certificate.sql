-- Certificates are blocked by issuer and serial number in tpp.block; the list by fingerprint goes.
-- phase: contract
-- squawk-ignore-file ban-drop-table
--
-- Version 0.1.0 has no earlier release that must run beside it. Nothing of the product ever wrote to this table. Rows that
-- an operator wrote are not dropped silently: that would lift a block.

do $$ begin
  if exists (select from platform.blocked_certificate) then
    raise exception 'platform.blocked_certificate has rows'
      using hint = 'Block these certificates with "tpps block --serial", or enter them in platform.revoked_certificate; then delete the rows.';
  end if;
end $$;

drop table platform.blocked_certificate;
