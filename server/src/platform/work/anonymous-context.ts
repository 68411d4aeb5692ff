import type { Context } from './context.ts';

/**
 * Returns the context of an anonymous caller of a bank: a visitor of a page is identified only at the end, if at all.
 */
export function anonymousContext(ctx: Context, bankId: string): Context {
  const { clock, database, ids, log, metrics, origin, slot } = ctx;
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
    metrics,
    ...(slot === undefined ? {} : { slot }),
  };
}
