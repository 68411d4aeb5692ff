import type { Context } from '#platform/work/context.ts';
import { findReportMark, type ReportMark } from '../store/report-marks.store.ts';
import type { UsableConsent } from './check-consent.ts';

/** An account as a third party reads it under a consent. */
export interface ReadAccount {
  readonly consent: Pick<UsableConsent, 'consentId'>;
  readonly resourceId: string;
}

/** Returns the newest booked entry of the last complete report; undefined if there was none. */
export async function findLastReport(
  { bankId, db }: Context,
  { consent: { consentId }, resourceId }: ReadAccount,
): Promise<ReportMark | undefined> {
  return findReportMark(db, { bankId, consentId, resourceId });
}
