import type { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { Replayed } from '#platform/work/idempotency.ts';
import { contentRetrySeconds, expirySeconds, rowBytes } from '../domain/policy.ts';
import type { TppQuotasPorts } from '../ports/tpp-quotas-ports.ts';
import { problems } from '../problems.ts';
import {
  consumeQuotas,
  findFirstExpiry,
  type QuotaKind,
  type ReservationOutcome,
  refundQuotas,
} from '../store/resources.store.ts';

/** A resource that a third party is about to create. */
export interface NewResource {
  readonly kind: QuotaKind;
  readonly id: string;
  /** The account of the core that it names; undefined where it names none. */
  readonly accountId: string | undefined;
  /** Size of its content as it is stored. */
  readonly contentBytes: number;
  readonly expiresAt: Temporal.Instant;
}

type Ctx = Context & Pick<TppQuotasPorts, 'quotaChoices'>;

/**
 * Creates a resource within the quotas of the calling third party: they are taken before, and given back if nothing is
 * created. Raises the problem of the quota that is used up. If the outcome is unknown, they stay taken for the life of the
 * resource.
 */
export async function withinQuotas<Created>(
  ctx: Ctx,
  resource: NewResource,
  create: () => Promise<Created>,
): Promise<Created> {
  const { bankId, db } = ctx;
  await reserve(ctx, resource);
  try {
    return await create();
  } catch (error) {
    if (isNothingCreated(error)) await refundQuotas(db, { bankId, resourceIds: [resource.id] });
    throw error;
  }
}

/** The response to a command whose COMMIT was lost says that its outcome is unknown. */
function isNothingCreated(error: unknown): boolean {
  if (!(error instanceof Problem)) return error instanceof Replayed;
  const { details } = error.more;
  return typeof details !== 'object' || details['outcome'] !== 'unknown';
}

async function reserve(
  ctx: Ctx,
  { accountId, contentBytes, expiresAt, id, kind }: NewResource,
): Promise<void> {
  const { bankId, caller, db, quotaChoices } = ctx;
  const organisationId = callerId(caller);
  const quotas = quotaChoices.of(bankId);
  const outcome = await consumeQuotas(db, {
    organisationId,
    kind,
    resourceId: id,
    accountId: accountId ?? null,
    bytes: contentBytes + rowBytes,
    openUntil: expiresAt,
    openMax: quotas.openResources,
    bytesMax: quotas.bytes,
    accountMax: quotas.openPerAccount,
  });
  if (outcome !== 'reserved') throw await exceeded(ctx, outcome, { organisationId, accountId });
}

async function exceeded(
  { bankId, clock, db }: Ctx,
  outcome: Exclude<ReservationOutcome, 'reserved'>,
  {
    accountId = '',
    organisationId,
  }: { readonly organisationId: string; readonly accountId: string | undefined },
): Promise<Problem> {
  if (outcome === 'bytes') return problems['bytes-exceeded']({ retryAfterSeconds: contentRetrySeconds });
  if (outcome === 'open-resources')
    return problems['open-resources-exceeded']({ retryAfterSeconds: expirySeconds });
  const first = await findFirstExpiry(db, { bankId, organisationId, accountId });
  const seconds = first === undefined ? 0 : Math.ceil(first.since(clock.now()).total('seconds'));
  return problems['open-per-account-exceeded']({ retryAfterSeconds: Math.max(0, seconds) + expirySeconds });
}
