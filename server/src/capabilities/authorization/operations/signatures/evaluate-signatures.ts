import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../../domain/calling-context.ts';
import {
  evaluateSignatures as countSignatures,
  type SignaturesOutcome,
} from '../../domain/signing/collection.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { readSigning } from '../../steps/prepared-signing.ts';
import { prepareSigning } from './prepare-signing.ts';

/**
 * Returns the signing state of a resource for each alternative of its rule, the closest to completion first. Changes
 * nothing.
 */
export async function evaluateSignatures(
  ctx: Context & AuthorizationPorts,
  request: EvaluateCommand,
): Promise<readonly SignaturesOutcome[]> {
  const prepared = await prepareSigning(ctx, request, 'evaluate');
  const { collection, moment, rule } = await readSigning(ctx, prepared);
  return countSignatures(rule, collection, moment);
}
