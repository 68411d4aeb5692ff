import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../domain/calling-context.ts';
import type { UserOutcome } from '../domain/signing/collection.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { signerIdOf } from '../steps/signer-id-of.ts';
import { type PreparedSigning, prepareSigning } from './prepare-signing.ts';
import { recordSignature } from './record-signature.ts';

/** Signs a thing for whoever asks, if the rules let them; tells for each alternative of the rule what came of it. */
export async function evaluateUser(
  ctx: Context & AuthorizationPorts,
  asked: EvaluateCommand,
): Promise<readonly UserOutcome[]> {
  const userId = signerIdOf(ctx.caller);
  const prepared = await prepareSigning(ctx, asked);
  const signedByDevice = await digestSignedByDevice(ctx, prepared, userId);
  const needsProof = ctx.caller.kind !== 'employee';
  return runCommand(ctx, (work) =>
    recordSignature(ctx, work, { prepared, userId, signedByDevice, needsProof }),
  );
}

/**
 * The digest that a device has signed, if it has. Its key may be kept elsewhere, so it is asked before the command
 * begins; whether it is still the digest that counts is seen there.
 */
async function digestSignedByDevice(
  { bankId, deviceKeys }: Context & AuthorizationPorts,
  { asked, decided, existing, resourceKind }: PreparedSigning,
  userId: string,
): Promise<string | undefined> {
  const { proof } = asked.context;
  const text = decided?.digest ?? existing?.digest;
  if (proof?.kind !== 'device-signature' || proof.id === undefined || text === undefined) return undefined;
  const { id: deviceId, signature = '' } = proof;
  const resource = { kind: resourceKind, id: asked.resourceId };
  return (await deviceKeys.isSignature({ bankId, userId, deviceId, text, resource, signature }))
    ? text
    : undefined;
}
