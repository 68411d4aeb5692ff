import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { networkOf } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { addressFailuresMax, addressFailuresMinutes, sprayFailuresMax } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findFreeAt, giveBackUse, isUseTaken, type QuotaUse, releaseUse } from '../store/quotas.store.ts';
import type { PasswordVerdict } from './prove-password.ts';

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
  const { address, spray } = usesOf(ctx, secret);
  const [isOfAddress, isOfPassword] = await Promise.all([isUseTaken(db, address), isUseTaken(db, spray)]);
  const isSprayed = !isOfPassword;
  const floodedUntil = isOfAddress ? undefined : await freeAgainAt(db, address);
  const taken = [...(isOfAddress ? [address] : []), ...(isOfPassword ? [spray] : [])];
  return {
    floodedUntil,
    isSprayed,
    settle(work, { kind }) {
      if (kind === 'right') giveBackUse(work, address);
      if (kind !== 'wrong' && !isSprayed) giveBackUse(work, spray);
    },
    release: async () => {
      await Promise.all(taken.map((use) => releaseUse(db, use)));
    },
  };
}

/** Returns at once where the address became free between the two questions. */
async function freeAgainAt(db: Reader, use: QuotaUse): Promise<Temporal.Instant> {
  return (await findFreeAt(db, use)) ?? use.now;
}

function usesOf(
  { bankId, clock, identityVault, origin }: Context & IdentityPorts,
  secret: string,
): { readonly address: QuotaUse; readonly spray: QuotaUse } {
  const now = clock.now();
  const address = networkOf(origin.sourceAddress ?? 'unknown');
  return {
    address: {
      bankId,
      scope: 'sign-in-address',
      key: identityVault.quotaKey(bankId, 'sign-in-address', address),
      limits: [{ count: addressFailuresMax, seconds: addressFailuresMinutes * 60 }],
      now,
    },
    spray: {
      bankId,
      scope: 'sign-in-spray',
      key: identityVault.sprayKey(bankId, secret.normalize('NFC')),
      limits: [{ count: sprayFailuresMax, seconds: 86_400 }],
      now,
    },
  };
}
