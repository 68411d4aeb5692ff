import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../../domain/calling-context.ts';
import type { UserOutcome } from '../../domain/signing/collection.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { signerIdOf } from '../../steps/callers.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import { prepareSigning } from './prepare-signing.ts';
import { recordSignature } from './record-signature.ts';

/** Signs a resource for the caller, if the rules allow it; returns the outcome for each alternative of the rule. */
export async function evaluateUser(
  ctx: Context & AuthorizationPorts,
  request: EvaluateCommand,
): Promise<readonly UserOutcome[]> {
  const userId = signerIdOf(ctx.caller);
  const prepared = await prepareSigning(ctx, request);
  const signedByDevice = await digestSignedByDevice(ctx, prepared, userId);
  const needsProof = ctx.caller.kind !== 'employee';
  return runCommand(ctx, (work) =>
    recordSignature(ctx, work, { prepared, userId, signedByDevice, needsProof }),
  );
}

/**
 * Returns the payload hash that a device has signed, if it has. The key may be stored remotely, so the signature is
 * verified before the command begins; the command checks that the hash is still current.
 */
async function digestSignedByDevice(
  { bankId, deviceKeys }: Context & AuthorizationPorts,
  { request, decided, existing, resourceKind }: PreparedSigning,
  userId: string,
): Promise<string | undefined> {
  const { proof } = request.context;
  const text = decided?.digest ?? existing?.digest;
  if (proof?.kind !== 'device-signature' || proof.id === undefined || text === undefined) return undefined;
  const { id: deviceId, signature = '' } = proof;
  const resource = { kind: resourceKind, id: request.resourceId };
  return (await deviceKeys.isSignature({ bankId, userId, deviceId, text, resource, signature }))
    ? text
    : undefined;
}
