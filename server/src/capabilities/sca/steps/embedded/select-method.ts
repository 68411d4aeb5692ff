import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import { applyEvent } from '../apply-event.ts';
import { beginProof } from '../begin-proof.ts';
import type { AuthorisationView } from '../view.ts';
import { answer, auditedAnswer, lockForStep, type Step } from './step.ts';

/** Chooses the method of the second factor, and begins it: a code is sent, a challenge is made, a device is asked. */
export async function selectMethod(
  ctx: Context & ScaPorts,
  { authorisation: read, methodId }: Step & { readonly methodId: string },
): Promise<AuthorisationView> {
  const method = read.details.methods?.find((one) => one.methodId === methodId);
  if (method === undefined) throw problems['method-unknown']();
  const awaited = await beginProof(ctx, { authorisation: read, method });
  const now = ctx.clock.now();
  return runCommand(ctx, async (work) => {
    const locked = await lockForStep(ctx, work, { authorisation: read, kind: 'select-method' });
    if (locked === undefined) return answer(ctx, read);
    const { authorisation, before } = locked;
    const isDevice = method.kind === 'device';
    const after = await applyEvent(ctx, work, {
      authorisation,
      event: { kind: 'method-selected', method: isDevice ? 'device' : 'code' },
      change: {
        details: { ...authorisation.details, method, awaited, codesSent: 1 },
        ...(isDevice ? { askedAt: now } : {}),
      },
    });
    return auditedAnswer(ctx, work, { before, after });
  });
}
