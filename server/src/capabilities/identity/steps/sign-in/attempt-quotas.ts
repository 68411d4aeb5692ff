import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { networksOfPeople } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { addressFailuresMax, addressFailuresMinutes, sprayFailuresMax } from '../../domain/policy.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import {
  consumeQuotaAndCommit,
  findFreeAt,
  type QuotaUse,
  refundQuota,
  refundQuotaAndCommit,
} from '../../store/quotas.store.ts';
import type { PasswordVerdict } from '../verify-password.ts';

/** The quotas that a password attempt consumes before it is compared. */
export interface AttemptQuotas {
  /** Too many failures from this network: no attempt is compared until then. */
  readonly blockedUntil: Temporal.Instant | undefined;
  /** This password failed for too many usernames: it is refused. */
  readonly isSprayed: boolean;
  /** Refunds the quotas according to the verdict: only failed attempts stay counted. */
  refund(work: Work, verdict: PasswordVerdict): void;
  /** Refunds all quotas of an attempt that was not compared. */
  refundAll(): Promise<void>;
}

/** A paired browser consumes no quota: attempts of others cannot lock its user out. */
const noAttemptQuotas: AttemptQuotas = {
  blockedUntil: undefined,
  isSprayed: false,
  refund: () => undefined,
  refundAll: async () => undefined,
};

/** Counts an attempt per network and per password, before anything is compared. */
export async function reserveAttemptQuotas(
  ctx: Context & IdentityPorts,
  { isPaired, secret }: { readonly secret: string; readonly isPaired: boolean },
): Promise<AttemptQuotas> {
  if (isPaired) return noAttemptQuotas;
  const { db } = ctx;
  const { networks, spray } = usesOf(ctx, secret);
  const [full, isPasswordLeft] = await Promise.all([
    consumeEach(db, networks),
    consumeQuotaAndCommit(db, spray),
  ]);
  const isSprayed = !isPasswordLeft;
  const blockedUntil = full && (await freeAt(db, full));
  const consumed = [...(full === undefined ? networks : []), ...(isPasswordLeft ? [spray] : [])];
  return {
    blockedUntil,
    isSprayed,
    refund(work, { kind }) {
      if (kind === 'right') for (const use of networks) refundQuota(work, use);
      if (kind !== 'wrong' && !isSprayed) refundQuota(work, spray);
    },
    refundAll: async () => {
      await Promise.all(consumed.map((use) => refundQuotaAndCommit(db, use)));
    },
  };
}

/**
 * Consumes one use of each, the narrowest network first; returns the one that has none left, and then refunds the
 * others.
 */
async function consumeEach(db: Autocommit, uses: readonly QuotaUse[]): Promise<QuotaUse | undefined> {
  for (const [index, use] of uses.entries()) {
    if (await consumeQuotaAndCommit(db, use)) continue;
    await Promise.all(uses.slice(0, index).map((before) => refundQuotaAndCommit(db, before)));
    return use;
  }
  return undefined;
}

/** Returns the current time if the quota became free between the two queries. */
async function freeAt(db: Autocommit, use: QuotaUse): Promise<Temporal.Instant> {
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
