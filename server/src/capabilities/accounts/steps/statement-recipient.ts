import type { CoreAccount } from '#capabilities/core-banking/index.ts';
import { getCustomerContacts } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';

/** The customer to whom a statement is sent. */
export interface StatementRecipient {
  /** Of the surviving record, if records were merged. */
  readonly customerNumber: string;
  readonly name: string;
  readonly address: readonly string[];
}

/**
 * Returns the holder who gets a statement: the owner, or of a joint account the next holder who is alive and known;
 * undefined for none.
 */
export async function statementRecipient(
  ctx: Context & AccountsPorts,
  { holders, owner }: Pick<CoreAccount, 'holders' | 'owner'>,
): Promise<StatementRecipient | undefined> {
  for (const holder of new Set([owner, ...holders])) {
    const found = await reachable(ctx, holder);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function reachable(
  ctx: Context & AccountsPorts,
  holder: string,
): Promise<StatementRecipient | undefined> {
  const { accountReads, bankId, db, identity } = ctx;
  const { party } = identity.authorization.correspondence;
  const contacts = await getCustomerContacts({ ...ctx, ...party }, db, holder);
  if (contacts === undefined || contacts.isDeceased) return undefined;
  const { partyNumber: customerNumber, points } = contacts;
  const name = (await accountReads.namesOf(db, bankId, [customerNumber])).get(customerNumber);
  if (name === undefined) return undefined;
  const address = points.find(({ method }) => method === 'postal')?.details.split('\n') ?? [];
  return { customerNumber, name, address };
}
