import { randomUUID } from 'node:crypto';
import { recordChange, registerResource } from '../../server/src/capabilities/tpp-notifications/index.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { commandContext } from '../harness/command-context.ts';

/** A resource whose third party wants messages. */
export interface NotifiedResource {
  readonly id: string;
  readonly organisationId: string;
  readonly wantsLastOnly: boolean;
  /** How many changes were committed. */
  changes: number;
}

export interface Changes {
  register(terms: {
    readonly organisationId: string;
    readonly address: string;
    readonly wantsLastOnly: boolean;
  }): Promise<NotifiedResource>;
  /** Commits the next change of a resource; its status is its number. */
  change(resource: NotifiedResource): Promise<void>;
}

/** Returns what capabilities do with their resources, on the database of a bank. */
export function changesOf(database: Database, bankId: string): Changes {
  const context = commandContext({ database, bankId, clock: systemClock, operationId: 'push' });
  const run = (ctx: Context, id: string, write: (work: Parameters<typeof recordChange>[1]) => void) =>
    runCommand(ctx, async (work) => {
      write(work);
      work.audit({ aggregateKind: 'payment', aggregateId: id, changes: [] });
    });
  return {
    async register({ address, organisationId, wantsLastOnly }) {
      const id = randomUUID();
      // The organisation of a subscription is the caller.
      const caller = { kind: 'system', job: organisationId, bankId } as const;
      const contents = wantsLastOnly ? (['LAST'] as const) : (['PROCESS'] as const);
      const ctx = { ...context, caller };
      await run(ctx, id, (work) =>
        registerResource(ctx, work, { kind: 'payment', id }, { kind: 'accepted', address, contents }),
      );
      return { id, organisationId, wantsLastOnly, changes: 0 };
    },
    async change(resource) {
      const status = String(resource.changes + 1);
      await run(context, resource.id, (work) =>
        recordChange(context, work, {
          resource: { kind: 'payment', id: resource.id },
          change: { kind: 'transactionStatus', status, isLast: true },
        }),
      );
      resource.changes += 1;
    },
  };
}
