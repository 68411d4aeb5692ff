import { type AccountGroup, checkConsent, type LeftAccesses } from '#capabilities/consents/index.ts';
import type { CoreEntry } from '#capabilities/core-banking/index.ts';
import type { Context } from '#platform/work/context.ts';
import { isOfPart } from '../domain/account-view.ts';
import {
  type BookingStatus,
  planReport,
  type ReportChoices,
  type ReportFault,
  type ReportPlan,
  type SentReport,
} from '../domain/report.ts';
import type { Statement } from '../domain/statement.ts';
import type { AccountsPorts, ReportFormat } from '../ports/accounts-ports.ts';
import { problems } from '../problems.ts';
import {
  type Access,
  type Accessed,
  countOne,
  coveredAccount,
  listEndOf,
  noteFurtherPage,
  targetOf,
} from './access.ts';
import { type AccountView, withBalances } from './read-accounts.ts';
import {
  type Reported,
  type ReportPage,
  readPage,
  readWhole,
  rememberIfComplete,
  tokensOf,
} from './report-pages.ts';
import { rejectOutdated, startOfReport } from './report-start.ts';
import { positionIn, type ReportPosition } from './report-token.ts';
import type { ReportedOrder } from './reported-order.ts';
import { statementOf } from './statement.ts';

/** Transactions of an account, as a third party asks for them. */
export interface ReportAccess extends Access {
  readonly resourceId: string;
  readonly sent: SentReport;
  readonly withBalance: boolean;
  /** From the link to a further page, which has every other parameter in it. */
  readonly cursor?: string;
  readonly format: ReportFormat;
}

/** Transactions of an account, or a page of them. */
export interface Report {
  /** With balances where they belong to the report. */
  readonly view: AccountView;
  readonly bookingStatus: BookingStatus;
  readonly entries: readonly CoreEntry[];
  /** On the first page alone. */
  readonly standingOrders?: readonly ReportedOrder[];
  /** For the link to the next page. */
  readonly next?: string;
  /** For the link to the whole report. */
  readonly download?: string;
  /** Where a document is asked for, and in which format. */
  readonly statement?: Statement;
  readonly format?: ReportFormat;
}

/**
 * Reads transactions. The first page is counted as an access, further ones are not: their link proves that the first
 * one was. SPEC xs2a 1.5
 */
export async function accessReport(
  ctx: Context & AccountsPorts,
  group: AccountGroup,
  access: ReportAccess,
): Promise<Accessed<Report>> {
  const { consentId, cursor, isAttended, resourceId, sent } = access;
  // Standing orders have one page, and every other parameter is ignored.
  const isFirst = cursor === undefined || sent.bookingStatus === 'information';
  const plan = isFirst ? planOf(ctx, access) : undefined;
  const consent = await checkConsent(ctx, { consentId, group, need: 'transactions' });
  const view = await coveredAccount(ctx, consent, { group, kind: 'transactions', resourceId });
  const reported = { consent, view };
  const { page, ...read } = await (plan === undefined
    ? readNext(ctx, reported, access)
    : readFirst(ctx, reported, { ...access, plan }));
  const finished = page?.isLast === false ? undefined : listEndOf(group, resourceId);
  const target = targetOf(group, 'transactions', resourceId);
  let left: LeftAccesses | undefined;
  if (plan === undefined) await noteFurtherPage(ctx, { consent, isAttended, finished });
  else left = await countOne(ctx, { consent, isAttended, target, finished });
  if (page !== undefined) await rememberIfComplete(ctx, reported, page);
  return { read, left };
}

/** Checks what can be checked without the consent. */
function planOf({ accountsChoices, bankId }: AccountsPorts & Context, access: ReportAccess): ReportPlan {
  const { report, reportFormats } = accountsChoices.of(bankId);
  const { format, sent } = access;
  // Documents are statements, which have booked entries only.
  const isStatement = format === 'application/json' || sent.bookingStatus === 'booked';
  if (!reportFormats.has(format) || !isStatement) throw problems['document-not-offered']();
  const plan = planReport(sent, report);
  if ('parameter' in plan) throw refusalOf(plan, report);
  return plan;
}

const faultTexts = {
  missing: ['required', 'Send dateFrom, entryReferenceFrom or deltaList=true.'],
  combined: ['combination-not-allowed', 'Send either deltaList or entryReferenceFrom.'],
  reversed: ['minimum', 'Before dateFrom.'],
} as const;

function refusalOf({ kind, parameter }: ReportFault, choices: ReportChoices): Error {
  const [code, message] =
    kind === 'unsupported' ? (['enum', unsupportedText(parameter, choices)] as const) : faultTexts[kind];
  const fieldErrors = [{ part: 'query', path: [parameter], code, message }] as const;
  if (kind === 'reversed') return problems['period-invalid']({ fieldErrors });
  return kind === 'unsupported'
    ? problems['parameter-not-supported']({ fieldErrors })
    : problems['report-faulty']({ fieldErrors });
}

function unsupportedText(parameter: ReportFault['parameter'], { bookingStatuses }: ReportChoices): string {
  if (parameter === 'pageIndex') return 'Only 0 is supported. Use the link next for further pages.';
  return parameter === 'bookingStatus'
    ? `This bank offers ${[...bookingStatuses].join(', ')}.`
    : 'This bank does not support it. Send dateFrom.';
}

async function readFirst(
  ctx: Context & AccountsPorts,
  reported: Reported,
  { format, isAttended, plan, sent, withBalance }: ReportAccess & { readonly plan: ReportPlan },
): Promise<Report & { readonly page?: ReportPage }> {
  const { accountReads, accountsChoices, bankId, db } = ctx;
  const { view } = reported;
  const { bookingStatus } = sent;
  const orders = plan.hasStandingOrders ? await accountReads.standingOrdersOf(db, bankId, view.account) : [];
  const standingOrders = orders.filter(({ amount }) => isOfPart(view, amount));
  if (plan.entries === undefined) return { view, bookingStatus, entries: [], standingOrders };
  const start = await startOfReport(ctx, reported, { ...plan.entries, isAttended });
  if (format !== 'application/json') return readDocument(ctx, reported, { start, format });
  const page = await readPage(ctx, reported, start);
  const hasBalances = withBalance || !accountsChoices.of(bankId).areBalancesOptional;
  const [shown = view] = hasBalances ? await withBalances(ctx, [view]) : [];
  return {
    view: shown,
    bookingStatus,
    entries: page.entries,
    standingOrders,
    page,
    ...tokensOf(reported, start, page),
  };
}

/** Reads all pages of a report, with what a statement has beside them: balances, which the consent must cover. */
export async function readDocument(
  ctx: Context & AccountsPorts,
  reported: Reported,
  { format, start }: { readonly start: ReportPosition; readonly format: ReportFormat },
): Promise<Report & { readonly page: ReportPage }> {
  const { view } = reported;
  if (!view.kinds.has('balances')) throw problems['document-not-offered']();
  const page = await readWhole(ctx, reported, start);
  const { entries } = page;
  const statement = await statementOf(ctx, { view, entries, start });
  return { view, bookingStatus: start.bookingStatus, entries, page, statement, format };
}

async function readNext(
  ctx: Context & AccountsPorts,
  reported: Reported,
  { cursor = '', format, isAttended, sent }: ReportAccess,
): Promise<Report & { readonly page: ReportPage }> {
  const { consent, view } = reported;
  const { resourceId } = view;
  const position = positionIn(cursor, { consent, resourceId, use: 'page' }, ctx.clock.now());
  if (position === undefined) throw problems['page-unknown']();
  const { bookingStatus, deltaList, ...others } = sent;
  if (position.bookingStatus !== bookingStatus || deltaList || Object.keys(others).length > 0)
    throw problems['parameters-contradict']();
  // A document has no pages.
  if (format !== 'application/json') throw problems['document-not-offered']();
  rejectOutdated(ctx, reported, { isAttended, position });
  const page = await readPage(ctx, reported, position);
  const { next } = tokensOf(reported, position, page);
  return { view, bookingStatus, entries: page.entries, page, ...(next && { next }) };
}
