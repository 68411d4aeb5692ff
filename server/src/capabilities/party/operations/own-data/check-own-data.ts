import type { Context } from '#platform/work/context.ts';
import type { OwnChange } from '../../domain/own-data.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { checkContent } from '../../steps/field-checks.ts';
import { decideOwnData, type LockedProfile } from '../../steps/own-data.ts';

/**
 * Raises what `changeOwnData` would raise for changes that are applied later, after a review; and checks the link to the
 * document that proves them.
 */
export function checkOwnData(
  ctx: Context & PartyPorts,
  locked: LockedProfile,
  {
    changes,
    documentUrl,
  }: { readonly changes: readonly OwnChange[]; readonly documentUrl: string | undefined },
): void {
  checkContent(ctx, documentUrl, ['documentUrl']);
  decideOwnData(ctx, locked, { changes });
}
