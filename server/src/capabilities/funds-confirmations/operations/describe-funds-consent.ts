import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { maskedAccount } from '../domain/named-account.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { type ConsentHead, findConsent } from '../store/consents.store.ts';

/** A consent for staff: the number of its account is masked. */
export interface ConsentDescription extends ConsentHead {
  readonly account: string;
  readonly currency: string;
  readonly cardNumber: string | undefined;
}

/** Describes a consent as it is now, for staff. Each read is audited. */
export async function describeFundsConsent(
  ctx: Context & FundsPorts,
  { consentId }: { readonly consentId: string },
): Promise<ConsentDescription> {
  const { bankId, clock, fundsVault: vault, db } = ctx;
  const found = isUuid(consentId) ? await findConsent(db, vault, { bankId, consentId }) : undefined;
  if (found === undefined) throw problems['consent-unknown']();
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'funds-consent',
      aggregateId: consentId,
      changes: [{ field: 'funds-consent', after: 'read' }],
    });
  });
  const { terms, ...head } = asOfNow(found, clock.now());
  const { account, cardNumber, currency } = terms;
  return { ...head, account: maskedAccount(account), currency, cardNumber };
}
