import { type CoreAccount, referenceKey } from '#capabilities/core-banking/index.ts';
import { type HolderName, listHolderNames } from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Holder } from '../domain/matching/match-payee.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';

/** Asked about where there is no account, so that the same work is done. No party has this number. */
const noNumber = ['-'];

/**
 * Returns the living holders of a payment account of this bank that is open; undefined for every other one. Asks the
 * core, so never in a transaction. It does the same work for an account that does not exist, so that the time does not
 * tell.
 */
export async function findHolders(
  { bankId, cores, db, partyVault }: Context & PayeeVerificationsPorts,
  iban: string,
): Promise<readonly Holder[] | undefined> {
  const reference = { scheme: 'iban', id: iban } as const;
  const found = await cores.find(bankId)?.findAccounts([reference]);
  const account = found?.get(referenceKey(reference));
  const partyNumbers = account?.holders ?? noNumber;
  const names = await listHolderNames({ partyVault }, db, { bankId, partyNumbers });
  const holders = partyNumbers.flatMap((number) => {
    const name = names.get(number);
    return name === undefined ? [] : [toHolder(name)];
  });
  return account !== undefined && takesPart(account) ? holders : undefined;
}

/** Payment accounts that are open. */
function takesPart({ kind, status }: CoreAccount): boolean {
  return kind === 'current' && status === 'open';
}

function toHolder(name: HolderName): Holder {
  if (name.kind === 'individual') return name;
  const { commercialName, lei, registeredName } = name;
  return {
    kind: 'organization',
    names: [...new Set([registeredName ?? commercialName, commercialName])],
    identifiers: lei === undefined ? {} : { LEI: lei },
  };
}
