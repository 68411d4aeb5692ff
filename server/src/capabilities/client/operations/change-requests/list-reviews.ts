import type { Context } from '#platform/work/context.ts';
import { listInReview, type ReviewedRequest } from '../../store/change-request-lists.store.ts';

/** Requests shown to staff at once. */
const listMax = 100;

/** Lists requests that wait for a review, oldest first, without their values. */
export async function listReviews({ bankId, clock, db }: Context): Promise<readonly ReviewedRequest[]> {
  return listInReview(db, { bankId, now: clock.now(), limit: listMax });
}
