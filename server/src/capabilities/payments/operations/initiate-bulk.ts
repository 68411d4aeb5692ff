import {
  type ApprovalRequest,
  type ResourceStart,
  signersOf,
  startImplicitly,
} from '#capabilities/sca/index.ts';
import { callerId, thirdPartyName } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { prepareReading, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { keepRequestMark } from '#platform/work/request-marks.ts';
import type { PaymentStatus } from '../domain/payment.ts';
import { paymentEvent } from '../events.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { type AcceptedBulk, acceptBulk, type SentBulk } from '../steps/accept-bulk.ts';
import { bulkOrderIn, toBulkSubject } from '../steps/bulk-order.ts';
import { approvalFor, productFor } from '../steps/initiation-rules.ts';
import { signingContext } from '../steps/signing.ts';
import { insertBulk, type SealedBulk, sealBulk } from '../store/bulk-payments.store.ts';
import type { PaymentHead } from '../store/payments.store.ts';

/** A bulk that a third party initiates. */
export interface InitiateBulk {
  readonly productName: string;
  readonly document: SentBulk;
  readonly approval: ApprovalRequest;
  readonly isExplicitPreferred: boolean;
  /** Wants a bulk without funds rejected instead of waiting for them. */
  readonly isRejectedWithoutFunds: boolean;
  readonly hasConsent: boolean;
}

export interface InitiatedBulk {
  readonly paymentId: string;
  readonly productName: string;
  readonly status: PaymentStatus;
  readonly start: ResourceStart;
}

/**
 * Takes an order of many payments, and starts its approval where that does not need a request of its own. One
 * transaction saves it with all of its payments. SPEC xs2a 3.5, 6.1
 */
export async function initiateBulk(
  ctx: Context & PaymentsPorts,
  command: InitiateBulk,
): Promise<InitiatedBulk> {
  const { bankId } = ctx;
  const { document, productName } = command;
  const named = productFor({
    productName,
    offered: ctx.paymentsChoices.of(bankId).bulkProducts,
    isDocument: document.mediaType === 'application/xml',
  });
  const approval = approvalFor(ctx, command);
  const prepared = await prepareReading(ctx, async () =>
    prepareBulk(ctx, command, await acceptBulk(ctx, named, document)),
  );
  const { accepted, head, needsSeveralSignatures, sealed } = prepared;
  const { paymentId, status } = head;
  return runCommand(ctx, async (work) => {
    insertBulk(work, bankId, sealed);
    keepRequestMark(work, ctx, paymentId);
    const start = startImplicitly(ctx, work, {
      ...approval,
      subject: toBulkSubject({ ...head, bulk: accepted.bulk }),
      isExplicitPreferred: command.isExplicitPreferred,
      needsSeveralSignatures,
    });
    work.emit(paymentEvent('initiated', head));
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'status', after: status },
        { field: 'product', after: productName },
        { field: 'entries', after: accepted.bulk.count },
      ],
    });
    return { paymentId, productName, status, start };
  });
}

interface PreparedBulk {
  readonly accepted: AcceptedBulk;
  readonly head: PaymentHead;
  readonly sealed: SealedBulk;
  readonly needsSeveralSignatures: boolean;
}

async function prepareBulk(
  ctx: Context & PaymentsPorts,
  { isRejectedWithoutFunds, productName }: InitiateBulk,
  accepted: AcceptedBulk,
): Promise<PreparedBulk> {
  const { bankId, caller, clock, ids, paymentsChoices, paymentsVault } = ctx;
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
  return {
    accepted,
    head: complete,
    sealed: await sealBulk(paymentsVault, bankId, { ...accepted, head: complete }),
    needsSeveralSignatures: signers.areSeveral,
  };
}
