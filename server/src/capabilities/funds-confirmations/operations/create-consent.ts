import {
  type ApprovalRequest,
  nameCustomerOfNew,
  type ResourceStart,
  signersOf,
  signingContext,
  startImplicitly,
} from '#capabilities/sca/index.ts';
import {
  type AcceptedNotifications,
  acceptNotifications,
  type NotificationRequest,
  notifiedMember,
  registerResource,
} from '#capabilities/tpp-notifications/index.ts';
import { type NewResource, withinQuotas } from '#capabilities/tpp-quotas/index.ts';
import { callerId, thirdPartyName } from '#platform/auth/caller.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import { consentCreated } from '../events.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { acceptTerms, type SentTerms } from '../steps/accept-terms.ts';
import { orderIn } from '../steps/consent-order.ts';
import { toSubject } from '../steps/consent-subjects.ts';
import { newConsent } from '../steps/new-consent.ts';
import { insertConsent, type StoredConsent } from '../store/consents.store.ts';

/** A consent that a third party asks for. */
export interface CreateConsent {
  readonly terms: SentTerms;
  readonly approval: ApprovalRequest;
  readonly isExplicitPreferred: boolean;
  readonly notifications: NotificationRequest;
}

export interface CreatedConsent {
  readonly consentId: string;
  readonly status: ConsentStatus;
  readonly start: ResourceStart;
  readonly notifications: AcceptedNotifications;
}

/**
 * Takes a request for a consent, and starts its approval where that does not need a request of its own. It replaces no
 * other one. SPEC 001, xs2a 1.10
 */
export async function createConsent(
  ctx: Context & FundsPorts,
  command: CreateConsent,
): Promise<CreatedConsent> {
  const notifications = acceptNotifications(ctx, command.notifications);
  const { approval, areSeveral, consent } = await prepareCommand(ctx, async () => {
    const approval = await approvalFor(ctx, command);
    const accepted = await acceptTerms(ctx, command.terms);
    const thirdParty = { organisationId: callerId(ctx.caller), thirdPartyName: thirdPartyName(ctx.caller) };
    const consent = newConsent(ctx, accepted, { ...thirdParty, origin: 'third-party' });
    return { approval, ...(await withSigners(ctx, { ...consent, ...notifiedMember(notifications) })) };
  });
  return withinQuotas(ctx, consentResource(consent), () =>
    saveConsent(ctx, command, { approval, areSeveral, consent, notifications }),
  );
}

interface ConsentToSave {
  readonly approval: ApprovalRequest;
  readonly areSeveral: boolean;
  readonly consent: StoredConsent;
  readonly notifications: AcceptedNotifications;
}

async function saveConsent(
  ctx: Context & FundsPorts,
  command: CreateConsent,
  { approval, areSeveral, consent, notifications }: ConsentToSave,
): Promise<CreatedConsent> {
  const { bankId, fundsVault: vault } = ctx;
  const { consentId, status } = consent;
  return runCommand(ctx, async (work) => {
    insertConsent(work, vault, bankId, consent);
    const resource = { kind: 'funds-confirmation-consent', id: consentId } as const;
    registerResource(ctx, work, resource, notifications);
    const start = startImplicitly(ctx, work, {
      ...approval,
      subject: toSubject(consent),
      isExplicitPreferred: command.isExplicitPreferred,
      needsSeveralSignatures: areSeveral,
    });
    work.emit(consentCreated(consent));
    work.audit({
      aggregateKind: 'funds-consent',
      aggregateId: consentId,
      changes: [{ field: 'status', after: status }],
    });
    return { consentId, status, start, notifications };
  });
}

/** A consent as the quotas of its third party count it. */
function consentResource({ accountId, consentId: id, expiresAt, terms }: StoredConsent): NewResource {
  const contentBytes = Buffer.byteLength(JSON.stringify(terms));
  return { kind: 'funds-confirmation-consent', id, accountId, contentBytes, expiresAt };
}

/** Applies what the bank offers, and what it wants to know about the customer. */
async function approvalFor(ctx: Context & FundsPorts, { approval }: CreateConsent): Promise<ApprovalRequest> {
  const { isCustomerIgnored, isCustomerMandated, origin } = ctx.fundsChoices.of(ctx.bankId);
  if (origin !== 'third-party') throw problems['consents-not-offered']();
  const asked = isCustomerIgnored ? { ...approval, claimedName: undefined } : approval;
  const named = await nameCustomerOfNew(ctx, asked);
  if (isCustomerMandated && (approval.claimedName ?? named.claimedName) === undefined)
    throw problems['customer-missing']();
  return named;
}

/** Signers are unknown while the owner of the account is: then others sign after the first. */
async function withSigners(
  ctx: Context & FundsPorts,
  consent: StoredConsent,
): Promise<{ readonly consent: StoredConsent; readonly areSeveral: boolean }> {
  const { owner } = consent;
  if (owner === undefined) return { consent, areSeveral: false };
  const context = signingContext(ctx, 'funds-confirmations');
  const { areSeveral, collectedUntil } = await signersOf(context, { order: orderIn(consent), owner });
  return { areSeveral, consent: areSeveral ? { ...consent, expiresAt: collectedUntil } : consent };
}
