import type { Context } from '#platform/work/context.ts';
import { type ReportMark, saveReportMark } from '../store/report-marks.store.ts';
import type { ReadAccount } from './find-last-report.ts';

/** Remembers that a report was read to its end. */
export async function rememberReport(
  { bankId, db }: Context,
  { consent: { consentId }, newest, resourceId }: ReadAccount & { readonly newest: ReportMark },
): Promise<void> {
  await saveReportMark(db, { bankId, consentId, resourceId, ...newest });
}
