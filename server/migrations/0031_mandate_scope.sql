-- Mandates of representatives cover everything that requires a signature of their organization. Until now the scope was
-- not read when something was signed, so the list could lack two kinds: corrections of the organization's data, and
-- changes of its own signing rules.
-- phase: expand

update party.party_relationship
   set mandate_scope = mandate_scope || array['party-correction', 'signing-rule']
 where kind = 'mandate' and superseded_at is null
   and mandate_scope = array['payment', 'bulk-payment', 'periodic-payment', 'signing-basket', 'payment-cancellation',
                             'consent', 'funds-confirmation-consent', 'document'];
