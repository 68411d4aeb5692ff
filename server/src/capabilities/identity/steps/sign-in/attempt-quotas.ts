import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { networksOfPeople } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  addressFailuresMax,
  addressFailuresMinutes,
  nameThirdPartiesFailuresPerDay,
  sprayFailuresMax,
  thirdPartyFailuresMax,
  thirdPartyFailuresMinutes,
  thirdPartyFailuresPerDay,
  thirdPartyNameFailuresPerDay,
} from '../../domain/policy.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import {
  consumeQuotaAndCommit,
  findFreeAt,
  type QuotaUse,
  refundQuota,
  refundQuotaAndCommit,
} from '../../store/quotas.store.ts';
import type { PasswordVerdict } from '../verify-password.ts';

/** What the quotas of password attempts count. */
export type AttemptScope =
  /** A network. */
  | 'sign-in-address'
  /** A password, at any username. */
  | 'sign-in-spray'
  /** A username at one third party. */
  | 'third-party-name'
  /** A username at all third parties. */
  | 'name-third-parties'
  /** A third party. */
  | 'third-party'
  /** A password at one third party, at any username. */
  | 'third-party-spray';

/** A quota without a use left, and when it has one again. */
export interface UsedUpQuota {
  readonly scope: AttemptScope;
  readonly until: Temporal.Instant;
}

/** The quotas that a password attempt consumes before it is compared. */
export interface AttemptQuotas {
  /** Too many failures: no attempt is compared until then. */
  readonly blocked: UsedUpQuota | undefined;
  /** This password failed for too many usernames: it is refused. */
  readonly isSprayed: boolean;
  /** Refunds the quotas according to the verdict: only failed attempts stay counted. */
  refund(work: Work, verdict: PasswordVerdict): void;
  /** Refunds all quotas of an attempt that was not compared. */
  refundAll(): Promise<void>;
}

/** A paired browser consumes no quota: attempts of others cannot lock its user out. */
const noAttemptQuotas: AttemptQuotas = {
  blocked: undefined,
  isSprayed: false,
  refund: () => undefined,
  refundAll: async () => undefined,
};

/** An attempt that is about to be compared. */
export interface CountedAttempt {
  readonly secret: string;
  readonly isPaired: boolean;
  /** Present for a password that a third party passed on; the counter key is that of the user, known or not. */
  readonly thirdParty?: { readonly tppId: string; readonly counterKey: string } | undefined;
}

/** Counts an attempt per source and per password, before anything is compared. */
export async function reserveAttemptQuotas(
  ctx: Context & IdentityPorts,
  { isPaired, secret, thirdParty }: CountedAttempt,
): Promise<AttemptQuotas> {
  if (isPaired) return noAttemptQuotas;
  const { db } = ctx;
  const { spray, sources } =
    thirdParty === undefined ? browserUses(ctx, secret) : thirdPartyUses(ctx, secret, thirdParty);
  const [full, isPasswordLeft] = await Promise.all([
    consumeEach(db, sources),
    consumeQuotaAndCommit(db, spray),
  ]);
  const isSprayed = !isPasswordLeft;
  const blocked = full && { scope: full.scope, until: await freeAt(db, full) };
  const consumed = [...(full === undefined ? sources : []), ...(isPasswordLeft ? [spray] : [])];
  return {
    blocked,
    isSprayed,
    refund(work, { kind }) {
      if (kind === 'right') for (const use of sources) refundQuota(work, use);
      if (kind !== 'wrong' && !isSprayed) refundQuota(work, spray);
    },
    refundAll: async () => {
      await Promise.all(consumed.map((use) => refundQuotaAndCommit(db, use)));
    },
  };
}

/** The quotas of a sign-in attempt that has no password: of its network only. */
export interface NetworkQuota {
  readonly blocked: UsedUpQuota | undefined;
  /** Refunds an attempt that succeeded. */
  refund(work: Work): void;
  /** Refunds an attempt that was not compared. */
  refundAll(): Promise<void>;
}

/** Counts an attempt per network, before anything is compared. */
export async function reserveNetworkQuota(ctx: Context & IdentityPorts): Promise<NetworkQuota> {
  const { db } = ctx;
  const uses = networkUses(ctx);
  const full = await consumeEach(db, uses);
  return {
    blocked: full && { scope: full.scope, until: await freeAt(db, full) },
    refund(work) {
      for (const use of uses) refundQuota(work, use);
    },
    refundAll: async () => {
      await Promise.all(uses.map((use) => refundQuotaAndCommit(db, use)));
    },
  };
}

type AttemptUse = QuotaUse & { readonly scope: AttemptScope };

/** The uses of one attempt: its sources, the narrowest first, and its password. */
interface AttemptUses {
  readonly sources: readonly AttemptUse[];
  readonly spray: AttemptUse;
}

/**
 * Consumes one use of each, the narrowest source first; returns the one that has none left, and then refunds the others.
 */
async function consumeEach(db: Autocommit, uses: readonly AttemptUse[]): Promise<AttemptUse | undefined> {
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

const daySeconds = 86_400;

function networkUses({
  bankId,
  clock,
  identityVault,
  origin,
}: Context & IdentityPorts): readonly AttemptUse[] {
  const now = clock.now();
  return networksOfPeople(origin.sourceAddress ?? 'unknown').map(({ network, share }) => ({
    bankId,
    scope: 'sign-in-address',
    key: identityVault.quotaKey(bankId, 'sign-in-address', network),
    limits: [{ count: addressFailuresMax * share, seconds: addressFailuresMinutes * 60 }],
    now,
  }));
}

function browserUses(ctx: Context & IdentityPorts, secret: string): AttemptUses {
  const { bankId, clock, identityVault } = ctx;
  const now = clock.now();
  return {
    sources: networkUses(ctx),
    spray: {
      bankId,
      scope: 'sign-in-spray',
      key: identityVault.sprayKey(bankId, secret.normalize('NFC')),
      limits: [{ count: sprayFailuresMax, seconds: daySeconds }],
      now,
    },
  };
}

/**
 * Counts by third party in place of its address. One that knows a password must not be able to spoil it elsewhere, so
 * tried passwords are counted by third party as well.
 */
function thirdPartyUses(
  { bankId, clock, identityVault }: Context & IdentityPorts,
  secret: string,
  { counterKey, tppId }: NonNullable<CountedAttempt['thirdParty']>,
): AttemptUses {
  const now = clock.now();
  const use = (scope: AttemptScope, key: readonly string[], limits: QuotaUse['limits']): AttemptUse => ({
    bankId,
    scope,
    key: identityVault.quotaKey(bankId, scope, key.join(' ')),
    limits,
    now,
  });
  const perDay = (count: number): QuotaUse['limits'] => [{ count, seconds: daySeconds }];
  const sprayKey = identityVault.sprayKey(bankId, secret.normalize('NFC')).toString('hex');
  return {
    sources: [
      use('third-party-name', [counterKey, tppId], perDay(thirdPartyNameFailuresPerDay)),
      use('name-third-parties', [counterKey], perDay(nameThirdPartiesFailuresPerDay)),
      use(
        'third-party',
        [tppId],
        [
          { count: thirdPartyFailuresMax, seconds: thirdPartyFailuresMinutes * 60 },
          { count: thirdPartyFailuresPerDay, seconds: daySeconds },
        ],
      ),
    ],
    spray: use('third-party-spray', [sprayKey, tppId], perDay(sprayFailuresMax)),
  };
}
