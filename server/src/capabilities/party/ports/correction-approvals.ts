import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';

/** A correction that two employees sign. */
export interface ApprovedCorrection {
  readonly correctionId: string;
  /** The body of the correction, as JSON. */
  readonly payload: string;
}

/** Port: employees sign a correction before it is applied. Implemented by authorization. */
export interface CorrectionApprovals {
  /** Opens the correction for signatures, in the command that is refused for it; returns until when. */
  open(ctx: Context, work: Work, correction: ApprovedCorrection): Promise<Temporal.Instant>;
  /** Uses up the signatures, if they are enough. `over`: the correction must be opened again. */
  use(ctx: Context, work: Work, correction: ApprovedCorrection): Promise<'approved' | 'waiting' | 'over'>;
}

/** Default where no signatures are collected: no correction is approved. */
export const noCorrectionApprovals: CorrectionApprovals = {
  open: async ({ clock }) => clock.now().add({ hours: 72 }),
  use: async () => 'waiting',
};
