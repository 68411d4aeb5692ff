import type { Reader } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { type BasketKey, findBasket, type StoredBasket } from '../store/baskets.store.ts';
import { asOfNow, type BasketNow, describeMembers, type MemberSubjects } from './describe-members.ts';

/** What reading a basket needs. */
interface ReadParts {
  readonly clock: Clock;
  readonly members: MemberSubjects;
}

/**
 * Reads a basket as it is now, without locks. A signature that is saved between the reads of the basket and of its members
 * makes it look as if they had ended alone; so a basket that seems to have lapsed is read once more.
 */
export async function readBasket(
  { clock, members }: ReadParts,
  db: Reader,
  key: BasketKey,
): Promise<BasketNow | undefined> {
  let basket = await findBasket(db, key);
  while (basket !== undefined) {
    const described = await describeMembers(members, db, { bankId: key.bankId, basket });
    const now = asOfNow(basket, described, clock.now());
    if (now.basket.status === basket.status) return now;
    const again = await findBasket(db, key);
    // A basket changes a few times in its life, so this ends.
    if (again !== undefined && isSame(basket, again)) return now;
    basket = again;
  }
  return undefined;
}

function isSame(one: StoredBasket, other: StoredBasket): boolean {
  return (
    one.rowVersion === other.rowVersion &&
    one.members.every(({ state }, index) => state === other.members[index]?.state)
  );
}
