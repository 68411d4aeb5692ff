import { hash } from 'node:crypto';
import { partyNumberFrom } from '../../server/src/capabilities/party/domain/party-number.ts';
import { userIdFrom, virtualShard } from '../../server/src/platform/kernel/ids.ts';
import { germanIban } from '../../server/src/platform/testing/german-iban.ts';

export const cellBank = '01';

/** A customer of the cell. Everything follows from the serial, so that no list of millions is kept. */
export interface CellCustomer {
  readonly serial: number;
  readonly partyNumber: string;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly current: CellAccount;
  /** Every second customer has one. */
  readonly savings: CellAccount | undefined;
  /** Every tenth customer has given one, for both accounts. */
  readonly consentId: string | undefined;
}

export interface CellAccount {
  readonly accountId: string;
  readonly iban: string;
}

export const savingsEvery = 2;
export const consentEvery = 10;

const firstPartySerial = 100_000_000n;
const accountsMax = 10_000_000;

export function cellCustomerAt(serial: number): CellCustomer {
  const partyNumber = partyNumberFrom(firstPartySerial + BigInt(serial));
  const username = `cell.${String(serial).padStart(8, '0')}`;
  return {
    serial,
    partyNumber,
    userId: userIdFrom(stableId('user', partyNumber, virtualShard(cellBank, partyNumber))),
    username,
    email: `${username}@example.com`,
    phone: `+49151${String(serial).padStart(8, '0')}`,
    current: accountOf('current', serial),
    savings: serial % savingsEvery === 0 ? accountOf('savings', serial) : undefined,
    consentId:
      serial % consentEvery === 0
        ? stableId('consent', partyNumber, virtualShard(cellBank, partyNumber))
        : undefined,
  };
}

function accountOf(kind: 'current' | 'savings', serial: number): CellAccount {
  const number = kind === 'current' ? serial : accountsMax + serial;
  return {
    // The ledger has a shard of its own.
    accountId: stableId(kind, String(serial), virtualShard(cellBank, 'ledger')),
    iban: germanIban(number),
  };
}

/** Milliseconds of the time inside of ids: customers joined before the year that is filled. */
const idTime = Date.UTC(2025, 0, 1).toString(16).padStart(12, '0');

/** Returns a UUID version 7 as the product makes them, always the same for these parts. */
function stableId(kind: string, key: string, shard: number): string {
  const rest = hash('sha256', `${kind} ${key}`, 'hex');
  const variant = (8 + (Number.parseInt(rest.charAt(0), 16) % 4)).toString(16);
  return [
    idTime.slice(0, 8),
    idTime.slice(8),
    `7${shard.toString(16).padStart(3, '0')}`,
    `${variant}${rest.slice(1, 4)}`,
    rest.slice(4, 16),
  ].join('-');
}
