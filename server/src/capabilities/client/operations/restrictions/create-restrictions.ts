import type { RestrictedAct, Restrictions } from '#capabilities/identity/index.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { ForbiddenAct } from '../../domain/restrictions/effects.ts';
import { listForbiddenActs } from '../../steps/restrictions/forbidden-acts.ts';

const asked: ReadonlySet<ForbiddenAct> = new Set<RestrictedAct>(['sign-in', 'sign', 'pay']);

/** Creates identity's view of restrictions, read in the caller's transaction. */
export function createRestrictions({ clock }: { readonly clock: Clock }): Restrictions {
  return async (db, { bankId, customerNumbers }) => {
    const forbidden = await listForbiddenActs(db, { bankId, customerNumbers, now: clock.now() });
    const entries = [...forbidden].map(([customerNumber, acts]): [string, ReadonlySet<RestrictedAct>] => [
      customerNumber,
      new Set([...acts].filter(isAsked)),
    ]);
    return new Map(entries.filter(([, acts]) => acts.size > 0));
  };
}

function isAsked(act: ForbiddenAct): act is RestrictedAct {
  return asked.has(act);
}
