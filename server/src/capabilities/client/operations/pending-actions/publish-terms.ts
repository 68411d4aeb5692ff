import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { insertTerms } from '../../store/terms.store.ts';

/** A version of the terms to publish. */
export interface PublishTerms {
  readonly version: string;
  readonly dueDays: number;
  readonly isMandatory: boolean;
  readonly employeeId: string;
}

/** Publishes a version of the terms. Customers get an action when they read their data; no row is written for each. */
export async function publishTerms(ctx: Context & ClientPorts, published: PublishTerms): Promise<void> {
  const { bankId, clock } = ctx;
  const { employeeId, ...terms } = published;
  await runCommand(ctx, async (work) => {
    insertTerms(work, bankId, { ...terms, publishedAt: clock.now() });
    work.audit({
      aggregateKind: 'terms',
      aggregateId: terms.version,
      changes: [{ field: 'published-by', after: employeeId }],
    });
  });
}
