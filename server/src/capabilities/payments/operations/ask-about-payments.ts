import type { CoreBank, CoreBanks } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import { askAboutBulk, statusAt } from '../steps/ask-about-bulk.ts';
import { recordCoreState } from '../steps/record-core-state.ts';
import { listAskable } from '../store/due-payments.store.ts';

const listMax = 200;

/** How many payments the core was asked about. */
export interface AskedPayments {
  readonly asked: number;
  /** Those that the core has. */
  readonly known: number;
  /** Ids that no answer came for, or whose account is not known any more. */
  readonly undecided: readonly string[];
}

/**
 * Asks the core about every payment that it may have although the database does not say so, and records the answer. Used
 * after a restore, before a worker runs: a payment that was executed after the backup must be neither rejected for lack
 * of the money that it has spent, nor approved a second time.
 */
export async function askAboutPayments(ctx: Context & { readonly cores: CoreBanks }): Promise<AskedPayments> {
  const { bankId, clock, cores, db } = ctx;
  const core = cores.find(bankId);
  const undecided: string[] = [];
  let [asked, known, after, last] = [0, 0, firstId, core === undefined ? 0 : listMax];
  while (core !== undefined && last >= listMax) {
    const rows = await listAskable(db, { bankId, now: clock.now(), after, listMax });
    for (const { hasOwner, isBulk, paymentId } of rows) {
      const answer = isBulk
        ? await askAboutBulk(ctx, core, paymentId)
        : await ask(ctx, core, paymentId, hasOwner);
      if (answer === 'undecided') undecided.push(paymentId);
      if (answer === 'known') known += 1;
    }
    last = rows.length;
    asked += last;
    after = rows.at(-1)?.paymentId ?? after;
  }
  return { asked, known, undecided };
}

const firstId = '00000000-0000-0000-0000-000000000000';

async function ask(
  ctx: Context,
  core: CoreBank,
  paymentId: string,
  hasOwner: boolean,
): Promise<'known' | 'not-known' | 'undecided'> {
  const status = await statusAt(core, paymentId);
  if (status === 'not-known') return status;
  // Without the choice of its account a payment cannot be recorded as executed.
  if (status === undefined || !hasOwner) return 'undecided';
  await recordCoreState(ctx, { ...status, paymentId, isRestored: true });
  return 'known';
}
