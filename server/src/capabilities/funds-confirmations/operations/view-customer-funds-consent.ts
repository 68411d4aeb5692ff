import type { Temporal } from 'temporal-polyfill';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { keptDays } from '../domain/policy.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import {
  type ConsentViewer,
  type CustomerFundsConsent,
  isVisible,
  toCustomerConsent,
} from '../steps/customer-consents.ts';
import { listAskedDays } from '../store/asked-days.store.ts';
import { findConsent } from '../store/consents.store.ts';

/** A consent that a signed-in user names. */
export interface CustomerConsentKey {
  readonly viewer: ConsentViewer;
  readonly consentId: string;
}

/** A consent with the days on which the third party asked, the newest first. */
export interface ViewedFundsConsent extends CustomerFundsConsent {
  readonly askedDays: readonly Temporal.PlainDate[];
}

/** Returns a consent to its customer; undefined for one of another customer, as for one that does not exist. */
export async function viewCustomerFundsConsent(
  ctx: Context & FundsPorts,
  { consentId, viewer }: CustomerConsentKey,
): Promise<ViewedFundsConsent | undefined> {
  const { bankId, fundsVault: vault, db } = ctx;
  if (!isUuid(consentId)) return undefined;
  const [found, askedDays] = await Promise.all([
    findConsent(db, vault, { bankId, consentId }),
    listAskedDays(db, { bankId, consentId, listMax: keptDays }),
  ]);
  if (found === undefined || !isVisible(found, viewer)) return undefined;
  return { ...toCustomerConsent(ctx, found, viewer), askedDays };
}
