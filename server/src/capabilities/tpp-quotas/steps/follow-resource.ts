import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type Phase, quotaEffect } from '../domain/phase.ts';
import { closeResource, extendResource, releaseResources } from '../store/resources.store.ts';

/** A change of a resource that may count towards quotas. */
export interface ResourceChange {
  readonly id: string;
  readonly before: Phase;
  readonly after: Phase;
  /** When its life without approval is over now. */
  readonly expiresAt: Temporal.Instant;
}

/**
 * Records what a change means for the quotas of the third party, in the transaction that makes it. A change that means
 * nothing writes nothing, and what was created before there were quotas counts nothing.
 */
export function followResource(
  { bankId, clock }: Pick<Context, 'bankId' | 'clock'>,
  work: Work,
  { after, before, expiresAt, id }: ResourceChange,
): void {
  switch (quotaEffect(before, after)) {
    case 'close':
      return closeResource(work, { bankId, resourceId: id, now: clock.now() });
    case 'release':
      return releaseResources(work, { bankId, resourceIds: [id] });
    case 'extend':
      return extendResource(work, { bankId, resourceId: id, openUntil: expiresAt });
    case undefined:
  }
}
