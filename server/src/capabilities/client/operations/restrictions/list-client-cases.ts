import { listPartyNumbers } from '#capabilities/party/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { stateAt } from '../../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { type FraudReport, listReportsOf } from '../../store/fraud-reports.store.ts';
import { listRestrictionsOf, type Restriction } from '../../store/restrictions.store.ts';

const listMax = 100;

/** What staff see of a client. */
export interface ClientCases {
  readonly restrictions: readonly Restriction[];
  readonly reports: readonly FraudReport[];
}

/**
 * Lists the restrictions of a client and the fraud reports about it for staff, the newest first, at most a hundred of
 * each, with their state at this moment. Every read is audited.
 */
export async function listClientCases(
  ctx: Context & ClientPorts,
  { clientNumber }: { readonly clientNumber: string },
): Promise<ClientCases> {
  const { bankId, clientVault, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const clientNumbers = await listPartyNumbers(work, { bankId, customerNumber: clientNumber });
    const page = { bankId, clientNumbers, listMax };
    const [restrictions, reports] = await Promise.all([
      listRestrictionsOf(work, clientVault, page),
      listReportsOf(work, clientVault, page),
    ]);
    work.audit({
      aggregateKind: 'client',
      aggregateId: clientNumber,
      changes: [{ field: 'read', after: 'restrictions and fraud reports' }],
    });
    const now = clock.now();
    return { restrictions: restrictions.map((one) => ({ ...one, state: stateAt(one, now) })), reports };
  });
}
