import { checkConsent } from '#capabilities/consents/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts, ReportFormat } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import { type Access, type Accessed, coveredAccount, listEndOf, noteFurtherPage } from '../steps/access.ts';
import { type Report, readDocument } from '../steps/report.ts';
import { type Reported, type ReportPage, readWhole, rememberIfComplete } from '../steps/report-pages.ts';
import { rejectOutdated } from '../steps/report-start.ts';
import { positionIn, type ReportPosition } from '../steps/report-token.ts';

export interface DownloadTransactions extends Access {
  readonly resourceId: string;
  readonly downloadId: string;
  readonly format: ReportFormat;
}

/** Reads all booked entries of a report at once. Nothing is counted: its first page was, and nothing newer is shown. SPEC xs2a 1.1 */
export async function downloadTransactions(
  ctx: Context & AccountsPorts,
  { consentId, downloadId, format, isAttended, resourceId }: DownloadTransactions,
): Promise<Accessed<Report>> {
  const { accountsChoices, bankId, clock } = ctx;
  const consent = await checkConsent(ctx, { consentId, group: 'accounts', need: 'transactions' });
  const view = await coveredAccount(ctx, consent, { group: 'accounts', kind: 'transactions', resourceId });
  const start = positionIn(downloadId, { consent, resourceId, use: 'download' }, clock.now());
  if (start === undefined) throw problems['download-unknown']();
  const reported = { consent, view };
  if (!accountsChoices.of(bankId).reportFormats.has(format)) throw problems['document-not-offered']();
  rejectOutdated(ctx, reported, { isAttended, position: start });
  const { page, ...read } = await (format === 'application/json'
    ? readList(ctx, reported, start)
    : readDocument(ctx, reported, { start, format }));
  await noteFurtherPage(ctx, { consent, isAttended, finished: listEndOf('accounts', resourceId) });
  await rememberIfComplete(ctx, reported, page);
  return { read, left: undefined };
}

async function readList(
  ctx: Context & AccountsPorts,
  reported: Reported,
  start: ReportPosition,
): Promise<Report & { readonly page: ReportPage }> {
  const page = await readWhole(ctx, reported, start);
  return { view: reported.view, bookingStatus: start.bookingStatus, entries: page.entries, page };
}
