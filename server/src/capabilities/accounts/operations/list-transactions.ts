import type { Context } from '#platform/work/context.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import type { Accessed } from '../steps/access.ts';
import { accessReport, type Report, type ReportAccess } from '../steps/report.ts';

/** Reads the transactions of an account. SPEC xs2a 1.5 */
export async function listTransactions(
  ctx: Context & AccountsPorts,
  access: ReportAccess,
): Promise<Accessed<Report>> {
  return accessReport(ctx, 'accounts', access);
}
