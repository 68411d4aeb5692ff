import type { Temporal } from 'temporal-polyfill';
import { listPartyNumbers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { RestrictionKind, RestrictionScope, Setter } from '../../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listActive } from '../../store/restrictions.store.ts';

/** A restriction as its client sees it: without reasons and notes, which may be those of the fraud desk. */
export interface ShownRestriction {
  readonly restrictionId: string;
  readonly kind: RestrictionKind;
  readonly scope: RestrictionScope;
  readonly setAt: Temporal.Instant;
  readonly setBy: Setter;
  readonly expiresAt: Temporal.Instant | undefined;
}

/** Lists the restrictions of a client that are in force. */
export async function listRestrictions(
  { bankId, clientVault, clock }: Pick<Context, 'bankId' | 'clock'> & Pick<ClientPorts, 'clientVault'>,
  db: Reader,
  { clientNumber }: { readonly clientNumber: string },
): Promise<readonly ShownRestriction[]> {
  const clientNumbers = await listPartyNumbers(db, { bankId, customerNumber: clientNumber });
  const found = await listActive(db, clientVault, { bankId, clientNumbers, now: clock.now() });
  return found.map(({ details, expiresAt, kind, restrictionId, setAt, setBy }) => ({
    restrictionId,
    kind,
    scope: details.scope,
    setAt,
    setBy,
    expiresAt,
  }));
}
