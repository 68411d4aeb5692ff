import { isUuid } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccessModel, DataKind } from '../domain/access.ts';
import { accountsWithKinds, type KeptAccess } from '../domain/kept-access.ts';
import { maskedAccount } from '../domain/masked-account.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { type ConsentHead, findConsent } from '../store/consents.store.ts';

/** A consent for staff: the numbers of accounts are masked. */
export interface ConsentDescription extends ConsentHead {
  readonly model: AccessModel;
  readonly accounts: readonly { readonly account: string; readonly kinds: readonly DataKind[] }[];
}

/** Describes a consent as it is now, for staff. Each read is audited. */
export async function describeConsent(
  ctx: Context & ConsentsPorts,
  { consentId }: { readonly consentId: string },
): Promise<ConsentDescription> {
  const { bankId, clock, consentsVault: vault, db } = ctx;
  const found = isUuid(consentId) ? await findConsent(db, vault, { bankId, consentId }) : undefined;
  if (found === undefined) throw problems['consent-unknown']();
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'consent',
      aggregateId: consentId,
      changes: [{ field: 'consent', after: 'read' }],
    });
  });
  const { access, ...head } = asOfNow(found, clock.now());
  return { ...head, model: access.model, accounts: masked(access) };
}

function masked(access: KeptAccess): ConsentDescription['accounts'] {
  return accountsWithKinds(access).map(({ account, kinds }) => ({ account: maskedAccount(account), kinds }));
}
