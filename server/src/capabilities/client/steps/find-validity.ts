import type { Reader } from '#platform/db/reader.ts';
import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import type { ChangeRequestKind } from '../domain/change-request.ts';
import { changeReviewMax, emailCodeValidity, phoneCodeValidity } from '../domain/policy.ts';

const minutesPerDay = 1_440;

/** Returns how long a request of a kind is open. */
export async function findValidity(
  db: Reader,
  ctx: Context,
  kind: ChangeRequestKind,
): Promise<{ readonly minutes: number }> {
  if (kind === 'email') return { minutes: await findPolicy(db, ctx, emailCodeValidity) };
  if (kind === 'mobile-phone') return { minutes: await findPolicy(db, ctx, phoneCodeValidity) };
  return { minutes: (await findPolicy(db, ctx, changeReviewMax)) * minutesPerDay };
}
