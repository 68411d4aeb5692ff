import { problems } from '../problems.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';

/** Returns the name of the customer: it is given once, and another one later is refused like wrong credentials. */
export function claimedName(
  { details: { claimedName: known } }: Pick<StoredAuthorisation, 'details'>,
  given: string | undefined,
): string {
  const name = known ?? given;
  if (name === undefined) throw problems['customer-missing']();
  if (given !== undefined && given !== name) throw problems['credentials-invalid']();
  return name;
}
