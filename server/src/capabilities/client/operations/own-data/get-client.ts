import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { loadClientRows } from '../../steps/load-client.ts';
import { ownClient } from '../../steps/own-client.ts';
import { type ShownClient, shownClient } from '../../steps/shown-client.ts';
import { requestTerms } from '../../steps/terms.ts';

/**
 * Returns the own data of a client. New terms become an action when a client reads it, so that publishing them writes no
 * row for each customer. A response with restrictions is audited, because these are sensitive.
 */
export async function getClient(ctx: Context & ClientPorts): Promise<ShownClient> {
  const { db } = ctx;
  const own = await ownClient(ctx, db);
  const rows = await loadClientRows(ctx, db, own);
  const action = await requestTerms(ctx, own, rows);
  if (rows.restrictions.length > 0)
    await runCommand(ctx, async (work) => {
      work.audit({
        aggregateKind: 'client',
        aggregateId: own.customerNumber,
        changes: [{ field: 'restrictions', after: 'read' }],
      });
    });
  return shownClient(ctx, action === undefined ? rows : await loadClientRows(ctx, db, own), own);
}
