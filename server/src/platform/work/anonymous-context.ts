import type { Context } from './context.ts';

/** Nobody in particular, in the name of a bank: whoever visits a page will only be known at the end, if at all. */
export function anonymousContext(ctx: Context, bankId: string): Context {
  const { clock, database, ids, log, origin, slot } = ctx;
  return {
    database,
    db: database.forBank(bankId),
    bankId,
    clock,
    ids,
    caller: { kind: 'anonymous' },
    log,
    origin,
    idempotency: undefined,
    ...(slot === undefined ? {} : { slot }),
  };
}
