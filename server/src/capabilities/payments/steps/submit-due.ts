import type { Temporal } from 'temporal-polyfill';
import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import type { Autocommit } from '#platform/db/reader.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { processTogether } from '#platform/work/process-together.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { leaseSeconds, submitPayment } from './submit-payment.ts';

const batchMax = 20;

/** A queue of payments. */
interface Queue {
  readonly job: string;
  readonly claim: (
    db: Autocommit,
    criteria: {
      readonly bankId: string;
      readonly now: Temporal.Instant;
      readonly until: Temporal.Instant;
      readonly listMax: number;
      readonly except: readonly string[];
    },
  ) => Promise<readonly string[]>;
}

/** Takes up payments of a queue that are due, and returns how many. */
export async function submitDue(ctx: Context & PaymentsPorts, { claim, job }: Queue): Promise<number> {
  const { bankId, clock, cores, db } = ctx;
  const core = cores.find(bankId);
  if (core === undefined) return 0;
  const rows = await openRowWork(ctx, job);
  const now = clock.now();
  const claimed = await claim(db, {
    bankId,
    now,
    until: now.add({ seconds: leaseSeconds }),
    listMax: batchMax,
    except: rows.waiting(),
  });
  await processTogether(rows, claimed, (paymentId) =>
    submitPayment(ctx, core, paymentId).catch((error: unknown) => {
      // A lost connection says nothing about the payment, and an instant one cannot wait until rows are tried again.
      if (!isUnavailable(error)) throw error;
      return submitPayment(ctx, core, paymentId);
    }),
  );
  return claimed.length;
}

function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Problem && error.entry.kind === 'unavailable');
}
