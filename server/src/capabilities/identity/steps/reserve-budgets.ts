import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { networksOfPeople } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { addressFailuresMax, addressFailuresMinutes, sprayFailuresMax } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import {
  consumeQuotaAtOnce,
  findFreeAt,
  type QuotaUse,
  refundQuota,
  releaseUse,
} from '../store/quotas.store.ts';
import type { PasswordVerdict } from './verify-password.ts';

/** What a password that is about to be looked at takes from. */
export interface Budgets {
  /** Too much failed from this address lately: nothing is looked at until then. */
  readonly floodedUntil: Temporal.Instant | undefined;
  /** This password failed for too many: it opens nothing. */
  readonly isSprayed: boolean;
  /** Only what failed stays counted, and only what was looked at can fail. */
  settle(work: Work, verdict: PasswordVerdict): void;
  /** Nothing was looked at. */
  release(): Promise<void>;
}

/** A browser that the user has come in with before takes from nothing: nobody is kept out by what strangers do. */
const noBudgets: Budgets = {
  floodedUntil: undefined,
  isSprayed: false,
  settle: () => undefined,
  release: async () => undefined,
};

/** Counts an attempt at the address and at the password, before anything is compared. */
export async function reserveBudgets(
  ctx: Context & IdentityPorts,
  { isPaired, secret }: { readonly secret: string; readonly isPaired: boolean },
): Promise<Budgets> {
  if (isPaired) return noBudgets;
  const { db } = ctx;
  const { networks, spray } = usesOf(ctx, secret);
  const [full, isOfPassword] = await Promise.all([takeEach(db, networks), consumeQuotaAtOnce(db, spray)]);
  const isSprayed = !isOfPassword;
  const floodedUntil = full && (await freeAgainAt(db, full));
  const taken = [...(full === undefined ? networks : []), ...(isOfPassword ? [spray] : [])];
  return {
    floodedUntil,
    isSprayed,
    settle(work, { kind }) {
      if (kind === 'right') for (const use of networks) refundQuota(work, use);
      if (kind !== 'wrong' && !isSprayed) refundQuota(work, spray);
    },
    release: async () => {
      await Promise.all(taken.map((use) => releaseUse(db, use)));
    },
  };
}

/** Takes one use of each, the narrowest network first; returns the one that has none left, and takes nothing then. */
async function takeEach(db: Autocommit, uses: readonly QuotaUse[]): Promise<QuotaUse | undefined> {
  for (const [index, use] of uses.entries()) {
    if (await consumeQuotaAtOnce(db, use)) continue;
    await Promise.all(uses.slice(0, index).map((before) => releaseUse(db, before)));
    return use;
  }
  return undefined;
}

/** Returns at once where the address became free between the two questions. */
async function freeAgainAt(db: Reader, use: QuotaUse): Promise<Temporal.Instant> {
  return (await findFreeAt(db, use)) ?? use.now;
}

function usesOf(
  { bankId, clock, identityVault, origin }: Context & IdentityPorts,
  secret: string,
): { readonly networks: readonly QuotaUse[]; readonly spray: QuotaUse } {
  const now = clock.now();
  return {
    networks: networksOfPeople(origin.sourceAddress ?? 'unknown').map(({ network, share }) => ({
      bankId,
      scope: 'sign-in-address',
      key: identityVault.quotaKey(bankId, 'sign-in-address', network),
      limits: [{ count: addressFailuresMax * share, seconds: addressFailuresMinutes * 60 }],
      now,
    })),
    spray: {
      bankId,
      scope: 'sign-in-spray',
      key: identityVault.sprayKey(bankId, secret.normalize('NFC')),
      limits: [{ count: sprayFailuresMax, seconds: 86_400 }],
      now,
    },
  };
}
