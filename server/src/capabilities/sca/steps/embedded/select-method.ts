import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DeviceProof } from '../../domain/device-request.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent } from '../apply-event.ts';
import { beginProof } from '../begin-proof.ts';
import { askDevice } from '../devices/ask-device.ts';
import { type DeviceReservation, deviceProblem, reserveDevice } from '../devices/reserve-device.ts';
import { payeeNoticeOf } from '../payee-notice.ts';
import { systemContextFor } from '../system-context.ts';
import type { AuthorisationView } from '../view.ts';
import { answer, auditedAnswer, lockForStep, pathOf, type Step } from './step.ts';

/** Chooses the method of the second factor, and begins it: a code is sent, a challenge is made, a device is asked. */
export async function selectMethod(
  ctx: Context & ScaPorts,
  step: Step & { readonly methodId: string },
): Promise<AuthorisationView> {
  const { authorisation: read, methodId } = step;
  const method = read.details.methods?.find((one) => one.methodId === methodId);
  if (method === undefined) throw problems['method-unknown']();
  const awaited = await beginProof(ctx, { authorisation: read, method });
  const payee = await payeeNoticeOf(ctx, read);
  const isDevice = awaited.kind === 'device';
  const view = await runCommand(ctx, async (work) => {
    const locked = await lockForStep(ctx, work, { authorisation: read, kind: 'select-method' });
    if (locked === undefined) return answer(ctx, read);
    const { authorisation, before } = locked;
    const reserved = isDevice
      ? await reserve(ctx, work, { ...step, authorisation, awaited })
      : { change: {}, awaited };
    const sent = isDevice ? { deviceRequestsSent: 1 } : { codesSent: 1 };
    const after = await applyEvent(ctx, work, {
      authorisation,
      event: { kind: 'method-selected', method: isDevice ? 'device' : 'code' },
      change: {
        ...reserved.change,
        details: { ...authorisation.details, method, awaited: reserved.awaited, ...sent },
      },
    });
    return auditedAnswer(ctx, work, { before, after, payee });
  });
  if (isDevice) await askDevice(ctx, { authorisationId: read.authorisationId, requestId: awaited.requestId });
  return view;
}

/** Reserves the devices of the customer, or refuses; another method can still be selected. */
async function reserve(
  ctx: Context & ScaPorts,
  work: Work,
  step: Step & { readonly authorisation: StoredAuthorisation; readonly awaited: DeviceProof },
): Promise<Extract<DeviceReservation, { readonly kind: 'reserved' }>> {
  const { authorisation, awaited } = step;
  const { userId } = authorisation;
  if (userId === undefined) throw problems['not-in-this-state']();
  const user = await systemContextFor(ctx, authorisation).users.find(work, {
    bankId: ctx.bankId,
    name: userId,
  });
  const owner = user?.customerNumber ?? userId;
  const reserved = await reserveDevice(ctx, work, { authorisation, awaited, customer: userId, owner });
  if (reserved.kind === 'reserved') return reserved;
  // A third party that was not told the methods, because there is only one, starts again later.
  throw deviceProblem(ctx, reserved.refusal, {
    selectAuthenticationMethod: pathOf(step),
    startAuthorisation: step.listPath,
  });
}
