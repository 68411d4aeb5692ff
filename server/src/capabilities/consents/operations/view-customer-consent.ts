import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccessDay } from '../domain/access-day.ts';
import { keptDays } from '../domain/policy.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import {
  type ConsentViewer,
  type CustomerConsent,
  isVisible,
  toCustomerConsent,
} from '../steps/customer-consents.ts';
import { listAccessDays } from '../store/access-days.store.ts';
import { findConsent } from '../store/consents.store.ts';

/** A consent that a signed-in user names. */
export interface CustomerConsentKey {
  readonly viewer: ConsentViewer;
  readonly consentId: string;
}

/** A consent with the days on which the third party read, the newest first. */
export interface ViewedConsent extends CustomerConsent {
  readonly accessDays: readonly AccessDay[];
}

/** Returns a consent to its customer; undefined for one of another customer, as for one that does not exist. */
export async function viewCustomerConsent(
  ctx: Context & ConsentsPorts,
  { consentId, viewer }: CustomerConsentKey,
): Promise<ViewedConsent | undefined> {
  const { bankId, consentsVault: vault, db } = ctx;
  if (!isUuid(consentId)) return undefined;
  const [found, accessDays] = await Promise.all([
    findConsent(db, vault, { bankId, consentId }),
    listAccessDays(db, { bankId, consentId, listMax: keptDays }),
  ]);
  if (found === undefined || !isVisible(found, viewer)) return undefined;
  return { ...toCustomerConsent(ctx, found, viewer), accessDays };
}
