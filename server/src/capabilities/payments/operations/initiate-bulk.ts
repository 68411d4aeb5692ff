import {
  type ApprovalRequest,
  explicitStart,
  type ResourceStart,
  type Subject,
  signersOf,
  startImplicitly,
} from '#capabilities/sca/index.ts';
import {
  type AcceptedNotifications,
  acceptNotifications,
  type NotificationRequest,
  notifiedMember,
  registerResource,
} from '#capabilities/tpp-notifications/index.ts';
import { withinQuotas } from '#capabilities/tpp-quotas/index.ts';
import { callerId, thirdPartyName } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { prepareReading, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keepRequestMark } from '#platform/work/request-marks.ts';
import { firstBulkStatus } from '../domain/bulk-check.ts';
import { isUnverified, type PaymentStatus } from '../domain/payment.ts';
import type { NamedProduct } from '../domain/products.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { type AcceptedBulk, acceptBulk, type SentBulk } from '../steps/accept-bulk.ts';
import { bulkOrderIn, toBulkSubject } from '../steps/bulk-order.ts';
import { recordBulkWhenKnown } from '../steps/continue-bulk-check.ts';
import { approvalFor, productFor } from '../steps/initiation-rules.ts';
import { bulkResource } from '../steps/payment-resource.ts';
import { signingContext } from '../steps/signing.ts';
import { type StartedBulkCheck, startBulkCheck, storeBulkCheck } from '../steps/start-bulk-check.ts';
import { auditedBulkCheck, type ToldBulkCheck, toldAtOnce } from '../steps/told-bulk-check.ts';
import { insertBulk, type SealedBulk, sealBulk } from '../store/bulk-payments.store.ts';
import type { PaymentHead, StoredBulk } from '../store/payments.store.ts';

/** A bulk that a third party initiates. */
export interface InitiateBulk {
  readonly productName: string;
  readonly document: SentBulk;
  readonly approval: ApprovalRequest;
  readonly isExplicitPreferred: boolean;
  /** Wants a bulk without funds rejected instead of waiting for them. */
  readonly isRejectedWithoutFunds: boolean;
  readonly hasConsent: boolean;
  /** Whether the third party asks for the results itself, or says that no check is needed. */
  readonly isCheckRequested: boolean | undefined;
  readonly notifications: NotificationRequest;
}

export interface InitiatedBulk {
  readonly paymentId: string;
  readonly productName: string;
  readonly status: PaymentStatus;
  /** Undefined while the payees are not verified or confirmed. */
  readonly start: ResourceStart | undefined;
  readonly isCheckSupported: boolean;
  /** The check that the third party is told the results of. */
  readonly checked: ToldBulkCheck | undefined;
  readonly notifications: AcceptedNotifications;
}

/**
 * Takes an order of many payments, and starts its approval where that does not need a request of its own. One
 * transaction saves it with all of its payments. SPEC xs2a 3.5, 6.1
 */
export async function initiateBulk(
  ctx: Context & PaymentsPorts,
  command: InitiateBulk,
): Promise<InitiatedBulk> {
  const { document, productName } = command;
  const named = productFor({
    productName,
    offered: ctx.paymentsChoices.of(ctx.bankId).bulkProducts,
    isDocument: document.mediaType === 'application/xml',
  });
  const approval = await approvalFor(ctx, command);
  const prepared = await prepareReading(ctx, async () =>
    prepareBulk(ctx, command, await acceptBulk(ctx, named, document)),
  );
  const { accepted, head } = prepared;
  const resource = bulkResource(head, accepted.debtor.accountId, accepted);
  return withinQuotas(ctx, resource, () => saveBulk(ctx, command, { approval, named, prepared }));
}

interface BulkToSave {
  readonly approval: ApprovalRequest;
  readonly named: NamedProduct;
  readonly prepared: PreparedBulk;
}

async function saveBulk(
  ctx: Context & PaymentsPorts,
  command: InitiateBulk,
  { approval, named, prepared }: BulkToSave,
): Promise<InitiatedBulk> {
  const { bankId } = ctx;
  const { productName } = command;
  const notifications = acceptNotifications(ctx, command.notifications);
  // Counted, so only for a request that was not answered before.
  const started = await startBulkCheck(ctx, command.isCheckRequested, {
    named,
    accepted: prepared.accepted,
  });
  const { needsSeveralSignatures, sealed, stored } = await withBulkCheck(ctx, prepared, started);
  const { paymentId, status } = stored;
  const initiated = await runCommand(ctx, async (work) => {
    insertBulk(work, bankId, sealed);
    storeBulkCheck(ctx, work, { stored, started });
    registerResource(ctx, work, { kind: 'payment', id: paymentId }, notifications);
    keepRequestMark(work, ctx, paymentId);
    const subject = toBulkSubject(stored);
    const { isExplicitPreferred } = command;
    const start = isUnverified(status)
      ? startLater(ctx, approval, subject)
      : startImplicitly(ctx, work, { ...approval, subject, isExplicitPreferred, needsSeveralSignatures });
    work.emit(paymentEvent('initiated', stored));
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'status', after: status },
        { field: 'product', after: productName },
        { field: 'entries', after: stored.bulk.count },
        ...auditedBulkCheck(started),
      ],
    });
    const checked = toldAtOnce(stored, started);
    return {
      paymentId,
      productName,
      status,
      start,
      isCheckSupported: started.isSupported,
      checked,
      notifications,
    };
  });
  if (started.running !== undefined) recordBulkWhenKnown(ctx, stored, started.running);
  return initiated;
}

/** Refuses at once what could not be approved later. */
function startLater(ctx: Context & PaymentsPorts, approval: ApprovalRequest, subject: Subject): undefined {
  explicitStart(ctx, approval, subject);
}

interface PreparedBulk {
  readonly accepted: AcceptedBulk;
  readonly head: PaymentHead;
  readonly needsSeveralSignatures: boolean;
}

async function prepareBulk(
  ctx: Context & PaymentsPorts,
  { isRejectedWithoutFunds, notifications, productName }: InitiateBulk,
  accepted: AcceptedBulk,
): Promise<PreparedBulk> {
  const { bankId, caller, clock, ids, paymentsChoices } = ctx;
  const { bulk, debtor, documentHash, executionDate, format, requestedDate } = accepted;
  const now = clock.now();
  const { owner } = debtor;
  const head: PaymentHead = {
    paymentId: ids.uuid(virtualShard(bankId, owner)),
    service: 'bulk-payments',
    organisationId: callerId(caller),
    thirdPartyName: thirdPartyName(caller),
    productName,
    format,
    status: 'RCVD',
    reason: undefined,
    owner,
    leavesAccountOpen: false,
    documentHash,
    requestedDate,
    executionDate,
    isRejectedWithoutFunds,
    ...notifiedMember(acceptNotifications(ctx, notifications)),
    hasFunds: undefined,
    expiresAt: now.add({ milliseconds: paymentsChoices.of(bankId).unconfirmedLifeMs }),
    dueAt: undefined,
    approvedAt: undefined,
    releasedAt: undefined,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1n,
  };
  const signers = await signersOf(signingContext(ctx), { order: bulkOrderIn({ ...head, bulk }), owner });
  const complete = signers.areSeveral ? { ...head, expiresAt: signers.collectedUntil } : head;
  return { accepted, head: complete, needsSeveralSignatures: signers.areSeveral };
}

interface CompleteBulk {
  readonly stored: StoredBulk;
  readonly sealed: SealedBulk;
  readonly needsSeveralSignatures: boolean;
}

/** The state of the bulk follows from its check. */
async function withBulkCheck(
  { bankId, paymentsVault }: Context & PaymentsPorts,
  { accepted, head, needsSeveralSignatures }: PreparedBulk,
  { check: payeeCheck }: StartedBulkCheck,
): Promise<CompleteBulk> {
  const bulk = omitUndefined({ ...accepted.bulk, payeeCheck });
  const stored = { ...head, status: firstBulkStatus(payeeCheck), bulk };
  const sealed = await sealBulk(paymentsVault, bankId, { ...accepted, bulk, head: stored });
  return { stored, sealed, needsSeveralSignatures };
}
