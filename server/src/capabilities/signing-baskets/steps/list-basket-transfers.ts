import type { ListedTransfers, Subject } from '#capabilities/sca/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { MemberSubjects } from './describe-members.ts';

interface Listing {
  readonly db: Reader;
  readonly bankId: string;
  /** From 1 on; the pages of the second bulk follow those of the first. */
  readonly page: number;
}

/** Returns a page of the transfers of the bulks among the members of a basket; undefined for a page that they have not. */
export async function listBasketTransfers(
  subjects: MemberSubjects,
  members: readonly Subject[],
  { bankId, db, page }: Listing,
): Promise<ListedTransfers | undefined> {
  let pagesBefore = 0;
  for (const [member, { order, ref }] of members.entries()) {
    if (order?.kind !== 'bulk-payment') continue;
    const pageOf = (wanted: number): Promise<ListedTransfers | undefined> | undefined =>
      subjects.payment.listTransfers?.(db, bankId, ref, wanted);
    const listed = await pageOf(page - pagesBefore);
    if (listed !== undefined) return { ...listed, member };
    const first = await pageOf(1);
    if (first === undefined) return undefined;
    pagesBefore += Math.ceil(order.count / first.pageSize);
  }
  return undefined;
}
