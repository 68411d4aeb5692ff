import { deviceApprovalText } from '#capabilities/authorization/index.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type DeviceProof, openDeviceRequest } from '../domain/device-request.ts';
import { thirdPartyAsker } from '../domain/device-turn.ts';
import type { DeviceSignature } from '../ports/devices.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { recipientOf } from '../steps/devices/ask-device.ts';
import { muteAsker, ownerOfMutes } from '../steps/devices/mutes.ts';
import { type CheckedAnswer, type DeviceOutcome, settleApproval } from '../steps/devices/settle-approval.ts';
import { loadSubjectOf } from '../steps/load-subject.ts';
import { lockAsOfNow } from '../steps/lock-as-of-now.ts';
import { prepareApproval } from '../steps/prepare-approval.ts';
import { systemContextFor } from '../steps/system-context.ts';
import { findAuthorisation, type StoredAuthorisation } from '../store/authorisations.store.ts';
import { findIdByDeviceRequest } from '../store/device-requests.store.ts';

/** What a customer answers on a device. The caller has authenticated the device. */
export interface DeviceAnswer {
  readonly requestId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly decision:
    | {
        readonly kind: 'approved';
        /** The two digits that the customer typed. */
        readonly number: string;
        /** Signature of the device over `deviceApprovalText`. */
        readonly signature: string;
      }
    | {
        readonly kind: 'declined';
        /** The customer mutes the third party for a day. */
        readonly isMuting?: boolean;
      };
}

const over: DeviceOutcome = { kind: 'over' };

/**
 * Processes the answer of a device. An answer that comes late or twice, from another device, or with a signature over
 * anything else changes nothing; all of them get the same outcome.
 */
export async function answerDeviceRequest(
  ctx: Context & ScaPorts,
  answer: DeviceAnswer,
): Promise<DeviceOutcome> {
  const read = await findAsked(ctx, answer);
  const request = read && requestFor(ctx, read, answer);
  if (read === undefined || request === undefined) return over;
  const { decision } = answer;
  if (decision.kind === 'declined') return end(ctx, { read, answer, failure: 'declined' });
  const { digest, requestId } = request;
  const signed: DeviceSignature = {
    userId: answer.userId,
    deviceId: answer.deviceId,
    text: deviceApprovalText({ requestId, number: decision.number, digest }),
    signature: decision.signature,
  };
  if (!(await ctx.devices.isSigned(systemContextFor(ctx, read), signed))) return over;
  try {
    return await approveByDevice(ctx, { read, answer, signed, number: decision.number });
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    return end(ctx, { read, answer, failure: 'subject-ended' });
  }
}

/** The customer has approved in another way, or the subject changed or ended: this request cannot succeed any more. */
function isOvertaken(error: unknown): boolean {
  return error instanceof Problem && error.owner === 'sca';
}

async function findAsked(
  { bankId, db, scaVault }: Context & ScaPorts,
  { requestId }: DeviceAnswer,
): Promise<StoredAuthorisation | undefined> {
  const id = requestId.toLowerCase();
  const authorisationId = isUuid(id) ? await findIdByDeviceRequest(db, { bankId, requestId: id }) : undefined;
  return authorisationId === undefined
    ? undefined
    : findAuthorisation(db, scaVault, { bankId, authorisationId });
}

/** Returns the open request of an authorisation, if this is the device that was asked. */
function requestFor(
  { clock }: Context,
  authorisation: StoredAuthorisation,
  { deviceId, requestId, userId }: DeviceAnswer,
): DeviceProof | undefined {
  const request = openDeviceRequest(authorisation, clock.now());
  const recipient = recipientOf(authorisation);
  const isAsked = recipient?.deviceId === deviceId && recipient.userId === userId;
  return isAsked && request?.requestId === requestId.toLowerCase() ? request : undefined;
}

interface Answered {
  readonly read: StoredAuthorisation;
  readonly answer: DeviceAnswer;
}

async function approveByDevice(
  ctx: Context & ScaPorts,
  {
    answer,
    number,
    read,
    signed,
  }: Answered & Pick<CheckedAnswer, 'number'> & { readonly signed: DeviceSignature },
): Promise<DeviceOutcome> {
  // Accounts and rates come from remote systems, so this happens before the transaction.
  const prepared = await prepareApproval(ctx, read);
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, read.authorisationId);
    const request = requestFor(ctx, authorisation, answer);
    // The device may have been paired again with another key since its signature was verified.
    const isUsable =
      request !== undefined && (await ctx.devices.lockSigner(work, { bankId: ctx.bankId, ...signed }));
    if (!isUsable) {
      auditChange(work, before, authorisation);
      return over;
    }
    const settled = await settleApproval(ctx, work, { authorisation, request, prepared, number });
    auditChange(work, before, settled.authorisation);
    return settled.outcome;
  });
}

/** Ends the authorisation that asked, unless another answer was faster. */
async function end(
  ctx: Context & ScaPorts,
  { answer, failure, read }: Answered & { readonly failure: 'declined' | 'subject-ended' },
): Promise<DeviceOutcome> {
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, read.authorisationId);
    const isOpen = requestFor(ctx, authorisation, answer) !== undefined;
    const after = isOpen
      ? await applyEvent(ctx, work, { authorisation, event: { kind: 'ended', failure } })
      : authorisation;
    auditChange(
      work,
      before,
      after,
      isOpen && isMuting(answer) ? [await mute(ctx, work, authorisation)] : [],
    );
    return isOpen && failure === 'declined' ? { kind: 'declined' } : over;
  });
}

function isMuting({ decision }: DeviceAnswer): boolean {
  return decision.kind === 'declined' && decision.isMuting === true;
}

/** Mutes the third party, also if the bank's page asked for it. */
async function mute(
  ctx: Context & ScaPorts,
  work: Work,
  authorisation: StoredAuthorisation,
): Promise<AuditedChange> {
  const { organisationId, userId = '' } = authorisation;
  const { thirdPartyName: name } = await loadSubjectOf(ctx, work, authorisation);
  const owner = await ownerOfMutes(ctx, work, userId);
  return muteAsker(ctx, work, { asker: thirdPartyAsker(organisationId), name, owner });
}
