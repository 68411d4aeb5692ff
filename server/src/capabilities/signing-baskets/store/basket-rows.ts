import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { type BasketStatus, basketStatuses } from '../domain/basket.ts';
import { type Member, memberKinds, memberStates } from '../domain/members.ts';
import type { BasketMemberTable, BasketTable } from './tables.generated.ts';

export type BasketRow = Selectable<BasketTable>;

/** A basket without its members. */
export interface BasketHead {
  readonly basketId: string;
  readonly organisationId: string;
  readonly thirdPartyName: string;
  readonly status: BasketStatus;
  readonly expiresAt: Temporal.Instant;
  /** The third party named an address for changes of its status. */
  readonly hasNotifications?: true;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

/** A basket with its members, as the third party listed them. */
export interface StoredBasket extends BasketHead {
  readonly members: readonly Member[];
}

export function toHead(row: BasketRow): BasketHead {
  return {
    basketId: row.basket_id,
    organisationId: row.organisation_id,
    thirdPartyName: row.third_party_name,
    status: oneOf(basketStatuses, row.status),
    expiresAt: row.expires_at,
    ...(row.has_notifications ? { hasNotifications: true } : {}),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    rowVersion: row.row_version,
  };
}

export function toMember(
  row: Pick<Selectable<BasketMemberTable>, 'member_id' | 'member_kind' | 'state'>,
): Member {
  return {
    kind: oneOf(memberKinds, row.member_kind),
    id: row.member_id,
    state: oneOf(memberStates, row.state),
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`a row of a basket has the unknown value ${text}`);
  return found;
}
