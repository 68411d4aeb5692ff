import {
  type ApprovalRequest,
  nameCustomerOfNew,
  type ResourceStart,
  type Signers,
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
import { virtualShard } from '#platform/kernel/ids.ts';
import { earlierOf } from '#platform/kernel/instants.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import { accountsIn } from '../domain/kept-access.ts';
import { grantedValidity, lastDayEnd } from '../domain/validity.ts';
import { consentCreated } from '../events.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { type AcceptedAccess, acceptAccess, type SentConsent } from '../steps/accept-access.ts';
import { orderIn } from '../steps/consent-order.ts';
import { toSubject } from '../steps/consent-subjects.ts';
import { insertConsent, type StoredConsent } from '../store/consents.store.ts';

/** A consent that a third party asks for. */
export interface CreateConsent {
  readonly consent: SentConsent;
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

/** Takes a request for a consent, and starts its approval where that does not need a request of its own. SPEC 001 */
export async function createConsent(
  ctx: Context & ConsentsPorts,
  command: CreateConsent,
): Promise<CreatedConsent> {
  const notifications = acceptNotifications(ctx, command.notifications);
  const { approval, consent, signers } = await prepareCommand(ctx, async () => {
    const approval = await approvalFor(ctx, command);
    const accepted = await acceptAccess(ctx, command.consent);
    const consent = newConsent(ctx, command.consent, accepted);
    return { approval, ...(await withSigners(ctx, { ...consent, ...notifiedMember(notifications) })) };
  });
  return withinQuotas(ctx, consentResource(consent), () =>
    saveConsent(ctx, command, { approval, consent, notifications, signers }),
  );
}

interface ConsentToSave {
  readonly approval: ApprovalRequest;
  readonly consent: StoredConsent;
  readonly notifications: AcceptedNotifications;
  readonly signers: Signers | undefined;
}

async function saveConsent(
  ctx: Context & ConsentsPorts,
  command: CreateConsent,
  { approval, consent, notifications, signers }: ConsentToSave,
): Promise<CreatedConsent> {
  const { bankId, consentsVault: vault } = ctx;
  const { consentId, status } = consent;
  return runCommand(ctx, async (work) => {
    insertConsent(work, vault, bankId, consent);
    registerResource(ctx, work, { kind: 'consent', id: consentId }, notifications);
    const start = startImplicitly(ctx, work, {
      ...approval,
      subject: toSubject(consent),
      isExplicitPreferred: command.isExplicitPreferred,
      needsSeveralSignatures: signers?.areSeveral ?? false,
    });
    work.emit(consentCreated(consent));
    work.audit({
      aggregateKind: 'consent',
      aggregateId: consentId,
      changes: [
        { field: 'status', after: status },
        { field: 'model', after: consent.access.model },
      ],
    });
    return { consentId, status, start, notifications };
  });
}

/** A consent as the quotas of its third party count it: for the first of its accounts. */
function consentResource({ access, consentId: id, expiresAt }: StoredConsent): NewResource {
  const [first] = accountsIn(access);
  const contentBytes = Buffer.byteLength(JSON.stringify(access));
  return { kind: 'consent', id, accountId: first?.accountId, contentBytes, expiresAt };
}

/** Applies what the bank wants to know about the customer. */
async function approvalFor(
  ctx: Context & ConsentsPorts,
  { approval, consent }: CreateConsent,
): Promise<ApprovalRequest> {
  const { areSessionsSupported, isCustomerIgnored, isCustomerMandated } = ctx.consentsChoices.of(ctx.bankId);
  if (consent.isCombined && !areSessionsSupported) throw problems['sessions-not-supported']();
  const asked = isCustomerIgnored ? { ...approval, claimedName: undefined } : approval;
  const named = await nameCustomerOfNew(ctx, asked);
  if (isCustomerMandated && (approval.claimedName ?? named.claimedName) === undefined)
    throw problems['customer-missing']();
  return named;
}

function newConsent(
  ctx: Context & ConsentsPorts,
  { isCombined, ...sent }: SentConsent,
  { access, holders, validUntil }: AcceptedAccess,
): StoredConsent {
  const { bankId, caller, clock, consentsChoices, ids } = ctx;
  const choices = consentsChoices.of(bankId);
  const now = clock.now();
  const today = now.toZonedDateTimeISO(choices.timeZone).toPlainDate();
  const granted = grantedValidity({ ...sent, validUntil }, today, choices);
  const organisationId = callerId(caller);
  const [owner, ...others] = holders;
  const isOpen = access.model === 'bank-offered';
  return {
    consentId: ids.uuid(virtualShard(bankId, owner ?? organisationId)),
    organisationId,
    thirdPartyName: thirdPartyName(caller),
    status: 'received',
    owner: others.length === 0 ? owner : undefined,
    holders,
    userId: undefined,
    proxy: undefined,
    leavesAccountsOpen: isOpen,
    access,
    ...granted,
    isCombined,
    isSole: granted.isRecurring && !choices.areSeveralAllowed,
    // An approval after the last day would be of no use.
    expiresAt: earlierOf(
      now.add({ milliseconds: choices.unconfirmedLifeMs }),
      lastDayEnd(granted, choices.timeZone),
    ),
    endsAt: undefined,
    approvedAt: undefined,
    changedAt: now,
    withdrawnBy: undefined,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1n,
  };
}

/** Signers are unknown while the owner of the accounts is: then others sign after the first. */
async function withSigners(
  ctx: Context & ConsentsPorts,
  consent: StoredConsent,
): Promise<{ readonly consent: StoredConsent; readonly signers: Signers | undefined }> {
  const order = orderIn(consent);
  if (consent.owner === undefined || order === undefined) return { consent, signers: undefined };
  const signers = await signersOf(signingContext(ctx, 'consents'), { order, owner: consent.owner });
  if (!signers.areSeveral) return { consent, signers };
  const { timeZone } = ctx.consentsChoices.of(ctx.bankId);
  const expiresAt = earlierOf(signers.collectedUntil, lastDayEnd(consent, timeZone));
  return { consent: { ...consent, expiresAt }, signers };
}
