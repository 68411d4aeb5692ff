import type { Temporal } from 'temporal-polyfill';
import type { CorrectionApprovals } from '../ports/correction-approvals.ts';

/** Approvals in memory, which a test signs. */
export interface MemoryApprovals extends CorrectionApprovals {
  sign(correctionId: string, employeeId: string): void;
  /** Forgets a correction, as after a change of the key. */
  lose(correctionId: string): void;
}

interface Opened {
  readonly payload: string;
  readonly until: Temporal.Instant;
  readonly signedBy: Set<string>;
}

/** Creates approvals that two different employees give. */
export function createMemoryApprovals(): MemoryApprovals {
  const opened = new Map<string, Opened>();
  return {
    async open({ clock }, _work, { correctionId, payload }) {
      const until = clock.now().add({ hours: 72 });
      opened.set(correctionId, { payload, until, signedBy: new Set() });
      return until;
    },
    async use({ clock }, _work, { correctionId, payload }) {
      const found = opened.get(correctionId);
      const isOver = found !== undefined && clock.now().epochMilliseconds >= found.until.epochMilliseconds;
      if (found?.payload !== payload || isOver) return 'over';
      if (found.signedBy.size < 2) return 'waiting';
      opened.delete(correctionId);
      return 'approved';
    },
    sign: (correctionId, employeeId) => void opened.get(correctionId)?.signedBy.add(employeeId),
    lose: (correctionId) => void opened.delete(correctionId),
  };
}
