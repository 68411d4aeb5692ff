import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findByHandle, type StoredAuthorisation } from '../../store/authorisations.store.ts';

/** A browser at the link of an authorisation. */
export interface PageVisit {
  /** Last part of the link. */
  readonly handle: string;
  /** The secret that this browser got with the link, or when it opened the link first. */
  readonly browserSecret: string | undefined;
}

/** Finds the authorisation of a link; undefined for a link that does not exist. */
export async function findPage(
  { bankId, db, scaVault }: Context & ScaPorts,
  { handle }: Pick<PageVisit, 'handle'>,
): Promise<StoredAuthorisation | undefined> {
  return findByHandle(db, scaVault, { bankId, handleHash: scaVault.handleHash(handle) });
}

/** Returns whether this is the browser that owns the link. */
export function isSameBrowser(
  { details: { browserHash } }: StoredAuthorisation,
  browserSecret: string | undefined,
): boolean {
  if (browserHash === undefined || browserSecret === undefined) return false;
  return timingSafeEqual(
    Buffer.from(browserHash, 'hex'),
    createHash('sha256').update(browserSecret).digest(),
  );
}

/** Returns the stored form of a browser's secret. */
export function browserHashOf(browserSecret: string): string {
  return createHash('sha256').update(browserSecret).digest('hex');
}
