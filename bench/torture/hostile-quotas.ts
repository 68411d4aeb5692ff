import { setTimeout } from 'node:timers/promises';
import type { HostileSize } from '../harness/attacked-api.ts';
import {
  type Attack,
  statusFigure,
  statusOf,
  type ThirdPartyRequest,
  underAttack,
} from '../harness/attacking-third-party.ts';
import { jsonBulk } from '../harness/bulk-orders.ts';
import { bystanderFigures } from '../harness/bystanders.ts';
import type { LoadResult } from '../harness/http-load.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import type { Figure } from '../harness/report.ts';
import { initiate, orders } from './hostile-payments.ts';

const cents = 1_000_000_000n;
const mebibyte = 1_048_576;
/** More than a bulk of the flood takes. */
const bulkBytes = 128 * 1_024;
const roundsMax = 8;
/** What the database may grow by for each byte of the quota: indexes, the audit trail, events, stored responses. */
const growthPerByteMax = 4;
/** Growth after the quota is reached: the honest third party goes on, and refused requests leave nothing. */
const growthAfterMaxMebibytes = 4;

/** Requests of a flood that no customer ever approves; floods of other capabilities are added here. */
type Flood = (payer: Payer, sent: number) => ThirdPartyRequest;

const floods: readonly Flood[] = [
  (payer) => ({ path: '/v1/bulk-payments/sepa-credit-transfers', body: jsonBulk(payer, 1_000) }),
  ({ from }) => ({
    path: '/v1/consents',
    body: JSON.stringify({
      access: { accounts: [{ iban: from.iban }], balances: [{ iban: from.iban }] },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    }),
  }),
];

/**
 * One third party fills its quota of bytes with bulks and consents that no customer approves, and goes on. Another one
 * initiates payments from the same account all the time.
 */
export async function hostileQuotas({
  quotaMebibytes,
  quotaSeconds,
}: HostileSize): Promise<readonly Figure[]> {
  await using bank = await createPaymentBank({
    profile: {
      rates: { 'tpp-read': 6_000, 'tpp-change': 3_000 },
      quotas: {
        openResources: 10_000,
        openPerAccount: 10_000,
        bytes: quotaMebibytes * mebibyte,
        unknownAccountsPerHour: 60,
      },
    },
  });
  const [payer] = await bank.payers(1, cents);
  if (payer === undefined) throw new Error('no payer');
  const deps = { bank, payer };
  await bank.api.start();
  // The first requests are slower: code is loaded, connections are opened.
  for (let count = 0; count < 3; count += 1) await initiate(deps, 'honest');
  const before = await sizeOf(bank);
  const quotaBytes = quotaMebibytes * mebibyte;
  const filling = await fill(deps, { quotaBytes, quotaSeconds });
  const filled = await sizeOf(bank);
  const used = await bytesOf(bank);
  const going = await underAttack(orders(deps), quotaSeconds, flood(deps));
  const after = await sizeOf(bank);
  return [
    ...bystanderFigures('a third party that fills its quota', filling.bystanders),
    ...bystanderFigures('a third party whose quota is full', going.bystanders),
    statusFigure(
      'flood of bulks and consents, other responses than 201, 429 and 503',
      filling.statuses,
      [201, 429, 503],
    ),
    statusFigure(
      'beyond the quota, other responses than 201 for what still fits, 429 and 503',
      going.statuses,
      [201, 429, 503],
    ),
    {
      name: `bytes of the third party that count, of a quota of ${quotaMebibytes} MiB`,
      figure: `${(used / mebibyte).toFixed(1)} MiB`,
      goal: 'the quota, less one bulk at most',
      isReached: used <= quotaBytes && isFull(used, quotaBytes),
      holdsGuard: used <= quotaBytes,
    },
    growth('growth of the database until then', filled - before, quotaMebibytes * growthPerByteMax),
    growth('growth of the database beyond the quota', after - filled, growthAfterMaxMebibytes),
  ];
}

/** Less than a bulk is left. */
const isFull = (used: number, quotaBytes: number): boolean => used > quotaBytes - bulkBytes;

interface Deps {
  readonly bank: PaymentBank;
  readonly payer: Payer;
}

/** Floods until the quota is full, on a slow machine for several times as long. */
async function fill(
  deps: Deps,
  { quotaBytes, quotaSeconds }: { readonly quotaBytes: number; readonly quotaSeconds: number },
): Promise<Attack> {
  const statuses = new Map<number, number>();
  const rounds: LoadResult[] = [];
  while (rounds.length < roundsMax && !isFull(await bytesOf(deps.bank), quotaBytes)) {
    const round = await underAttack(orders(deps), quotaSeconds, flood(deps));
    rounds.push(round.bystanders);
    for (const [status, count] of round.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  const sum = (of: (one: LoadResult) => number): number => rounds.reduce((all, one) => all + of(one), 0);
  const bystanders = {
    samples: rounds.flatMap(({ samples }) => samples),
    broken: sum(({ broken }) => broken),
    seconds: sum(({ seconds }) => seconds),
  };
  return { bystanders, statuses };
}

function flood({ bank, payer }: Deps): () => Promise<number> {
  let sent = 0;
  return async () => {
    sent += 1;
    const next = floods[sent % floods.length];
    if (next === undefined) throw new Error('no flood');
    const status = await statusOf(bank, 'attacker', next(payer, sent));
    // A refusal is immediate; without a pause the run would measure its own client.
    if (status === 429) await setTimeout(20);
    return status;
  };
}

function growth(name: string, bytes: number, mebibytesMax: number): Figure {
  const mebibytes = bytes / mebibyte;
  return {
    name,
    figure: `${mebibytes.toFixed(1)} MiB`,
    goal: `≤ ${mebibytesMax} MiB`,
    isReached: mebibytes <= mebibytesMax,
  };
}

async function sizeOf({ instance }: PaymentBank): Promise<number> {
  const [row] = await instance.database.query<{ readonly size: number }>(
    'select pg_database_size(current_database())::float8 as size',
  );
  return row?.size ?? 0;
}

async function bytesOf({ instance }: PaymentBank): Promise<number> {
  const [row] = await instance.database.query<{ readonly bytes: number }>(
    'select coalesce(max(bytes), 0)::float8 as bytes from tpp_quotas.organisation_use',
  );
  return row?.bytes ?? 0;
}
