import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { after } from '../../domain/authorisation.ts';
import type { DeviceProof } from '../../domain/device-request.ts';
import { isApprovalForbidden } from '../../domain/subject.ts';
import type { DeviceRecipient } from '../../ports/devices.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent } from '../apply-event.ts';
import { claimedName } from '../claimed-name.ts';
import { answer, auditedAnswer, lockForStep, pathOf, type Step } from '../embedded/step.ts';
import { loadSubjectOf } from '../load-subject.ts';
import { orderToSign } from '../order-to-sign.ts';
import { systemContextFor } from '../system-context.ts';
import type { AuthorisationView } from '../view.ts';
import { askDevice } from './ask-device.ts';
import { newDeviceProof } from './new-device-proof.ts';
import { deviceProblem, reserveDevice } from './reserve-device.ts';

/**
 * Asks the device of a customer whom a third party names (decoupled approach). The name is a claim: an unknown customer,
 * and one without a device, get a request that stays unanswered, and the third party sees no difference.
 */
export async function askNamedCustomer(
  ctx: Context & ScaPorts,
  step: Step & { readonly name: string },
): Promise<AuthorisationView> {
  const { authorisation: read } = step;
  const name = claimedName(read, step.name);
  const { digest } = orderToSign(await loadSubjectOf(ctx, ctx.db, read));
  const customer = await findCustomer(ctx, read, name);
  const proof = newDeviceProof(ctx, read, { digest, deviceId: customer.recipient?.deviceId });
  const view = await save(ctx, step, { name, customer, proof });
  await askDevice(ctx, { authorisationId: read.authorisationId, requestId: proof.requestId });
  return view;
}

/** A customer as a third party names it. */
interface NamedCustomer {
  /** User id, or a keyed hash of a name that no user has. */
  readonly key: string;
  /** Customer number, where there is one: whose mutes count. */
  readonly owner: string;
  readonly recipient: DeviceRecipient | undefined;
}

/** Finds the preferred device of a customer who may approve now; the same work for an unknown one. */
async function findCustomer(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  name: string,
): Promise<NamedCustomer> {
  const { bankId, db, devices } = ctx;
  const { authorizationVault, users } = systemContextFor(ctx, authorisation);
  const user = await users.find(db, { bankId, name });
  // Spellings that would find one user are one unknown customer too.
  const spelling = name.normalize('NFC').toLowerCase();
  const key = user?.userId ?? authorizationVault.unknownUserKey(bankId, `device of ${spelling}`);
  const [first] = await devices.listOf(db, { bankId, userId: key });
  const mayApprove = user?.status === 'active' && !isApprovalForbidden(authorisation.subject, user);
  return {
    key,
    owner: user?.customerNumber ?? key,
    recipient: mayApprove && first !== undefined ? { userId: key, deviceId: first.deviceId } : undefined,
  };
}

async function save(
  ctx: Context & ScaPorts,
  step: Step,
  {
    customer,
    name,
    proof,
  }: { readonly name: string; readonly customer: NamedCustomer; readonly proof: DeviceProof },
): Promise<AuthorisationView> {
  const { authorisation: read } = step;
  return runCommand(ctx, async (work) => {
    const locked = await lockForStep(ctx, work, { authorisation: read, kind: 'identify' });
    if (locked === undefined) return answer(ctx, read);
    const { authorisation, before } = locked;
    const { key, owner, recipient } = customer;
    const request = { authorisation, awaited: proof, customer: key, owner };
    const reserved = await reserveDevice(ctx, work, request);
    if (reserved.kind === 'refused')
      throw deviceProblem(ctx, reserved.refusal, { updatePsuIdentification: pathOf(step) });
    const { awaited, change } = reserved;
    const identified = after(authorisation, { kind: 'identified' });
    if (identified === undefined) throw problems['not-in-this-state']();
    const asked = await applyEvent(ctx, work, {
      authorisation: { ...authorisation, ...identified },
      event: { kind: 'arrived' },
      change: {
        ...change,
        userId: awaited.deviceId === undefined ? undefined : recipient?.userId,
        details: { ...authorisation.details, claimedName: name, awaited, deviceRequestsSent: 1 },
      },
    });
    return auditedAnswer(ctx, work, { before, after: asked });
  });
}
