import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Screening } from '../../domain/screening.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { loadParty } from '../../steps/load-party.ts';
import { loadScreening } from '../../steps/screening.ts';

/** The screening of a party, for the employee who decides. */
export interface ScreeningDetails {
  readonly screening: Screening;
  readonly isProductHeld: boolean;
  readonly reason: string | undefined;
}

/** Returns the screening of a party, with the reason of a proposal. The read is audited. */
export async function getScreening(
  ctx: Context & PartyPorts,
  { partyNumber }: { readonly partyNumber: string },
): Promise<ScreeningDetails> {
  return runCommand(ctx, async (work) => {
    const details = await loadScreening(work, await loadParty(ctx, work, { partyNumber }));
    work.audit({
      aggregateKind: 'party',
      aggregateId: partyNumber,
      changes: [{ field: 'read', after: 'screening' }],
    });
    return details;
  });
}
