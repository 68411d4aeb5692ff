import {
  type BlockSubject,
  blockThirdParty,
  createBlockCache,
  unblockThirdParty,
} from '../../server/src/capabilities/tpp/index.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import type { Context } from '../../server/src/platform/work/context.ts';

/** Third parties of four kinds: blocked before the backup or after it, and lifted after it or never. */
export interface RestoredBlocks {
  /** Before the backup. */
  fill(count: number): Promise<void>;
  /** After the backup. */
  change(count: number): Promise<void>;
  /** Calls back for each third party: whether it is refused, as the API decides it, and whether it must be. */
  compare(count: number, judge: (what: string, found: Verdict) => void): Promise<void>;
}

export interface Verdict {
  readonly isRefused: boolean;
  readonly mustBeRefused: boolean;
}

const kinds = [
  { name: 'blocked before the backup', isBefore: true, isLifted: false },
  { name: 'blocked before the backup, lifted after it', isBefore: true, isLifted: true },
  { name: 'blocked after the backup', isBefore: false, isLifted: false },
  { name: 'blocked and lifted after the backup', isBefore: false, isLifted: true },
] as const;
const issuer = 'CN=Restored CA, O=Trust Services';
const blockHours = 24;

/** Blocks, lifts and compares third parties with the operations of the product. */
export function restoredBlocks(ctx: Context, database: Database): RestoredBlocks {
  const block = async (subject: BlockSubject, index: number): Promise<void> => {
    const endsAt = index % 2 === 0 ? undefined : ctx.clock.now().add({ hours: blockHours });
    await blockThirdParty(ctx, { subject, reason: 'harness', endsAt });
  };
  return {
    async fill(count) {
      for (const { index, kind, subject } of subjectsOf(count))
        if (kind.isBefore) await block(subject, index);
    },
    async change(count) {
      for (const { index, kind, subject } of subjectsOf(count)) {
        if (!kind.isBefore) await block(subject, index);
        if (kind.isLifted) await unblockThirdParty(ctx, { subject, reason: 'harness' });
      }
    },
    async compare(count, judge) {
      const cache = createBlockCache(database, [ctx.bankId]);
      await cache.refresh();
      for (const { index, kind, organisationId, serialNumber } of subjectsOf(count)) {
        const presented = {
          bankId: ctx.bankId,
          issuer,
          serialNumber,
          organizationIdentifier: organisationId,
        };
        judge(`a third party ${kind.name}, ${index}`, {
          isRefused: cache.isBlocked(presented, systemClock.now()),
          mustBeRefused: !kind.isLifted,
        });
      }
    },
  };
}

interface Named {
  readonly kind: (typeof kinds)[number];
  readonly index: number;
  readonly organisationId: string;
  readonly serialNumber: string;
  readonly subject: BlockSubject;
}

/** For each kind, as many organisations as certificates. */
function subjectsOf(count: number): readonly Named[] {
  return kinds.flatMap((kind, row) =>
    Array.from({ length: 2 * count }, (_, index): Named => {
      const organisationId = `PSDDE-BAFIN-${row}${index}`;
      const serialNumber = `${row + 1}f${index.toString(16)}`;
      const subject: BlockSubject =
        index < count
          ? { kind: 'organisation', organisationId }
          : { kind: 'certificate', issuer, serialNumber };
      return { kind, index, organisationId, serialNumber, subject };
    }),
  );
}
