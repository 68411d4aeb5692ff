import { Temporal } from 'temporal-polyfill';
import {
  archiveMessages,
  type CorrespondencePorts,
  getAttachment,
  getMessage,
  listMessages,
  mailboxSpanMaxYears,
  markAsRead,
  retentionStatementYears,
  statusesShown,
  summarizeMessages,
} from '#capabilities/correspondence/index.ts';
import { type OwnContext, ownContext } from '#capabilities/identity/index.ts';
import { listRepresented } from '#capabilities/party/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { redirect, timeZoneOf } from './account-access.ts';
import type { AccountDeps } from './account-overview.ts';
import { isProblem } from './account-settings.ts';
import { addressIn, messagesPath, organizationField } from './mailbox/mailbox-parts.ts';
import type { ListPlace, MailboxView, Organization, UnreadMessages, Whose } from './mailbox/mailbox-view.ts';
import { type PageRequest, type SignedInRequest, signedInFrameOf } from './page-request.ts';
import type { PageResponse } from './page-response.ts';

/** A request of a signed-in customer for one message. */
export interface MessageRequest extends SignedInRequest {
  /** A UUID. */
  readonly id: string;
  /** A UUID, for a file of the message. */
  readonly attachment: string;
}

/** The mailbox that a request is about. */
export interface OpenMailbox {
  /** The customer reads it, as with a token. */
  readonly ctx: OwnContext & CorrespondencePorts;
  readonly whose: Whose;
}

/**
 * Opens the own mailbox, or that of an organization for which the customer has a mandate at this moment and whose own
 * users may sign in. Undefined for any other one.
 */
export async function openMailbox(
  deps: AccountDeps,
  { fields, query }: Pick<PageRequest, 'fields' | 'query'>,
  signed: SignedInRequest,
): Promise<OpenMailbox | undefined> {
  const organizations = await organizationsOf(deps, signed);
  const asked = fields?.get(organizationField) ?? query.get(organizationField) ?? undefined;
  const chosen = organizations.find(({ customerNumber }) => customerNumber === asked);
  if (asked !== undefined && chosen === undefined) return undefined;
  return { ctx: contextFor(deps, signed, chosen), whose: { organizations, chosen } };
}

function contextFor(
  { correspondence }: AccountDeps,
  { ctx, own }: SignedInRequest,
  organization: Organization | undefined,
): OpenMailbox['ctx'] {
  return { ...ownContext(ctx, own, organization?.customerNumber), ...correspondence };
}

async function organizationsOf(
  { party }: AccountDeps,
  { ctx, own }: SignedInRequest,
): Promise<readonly Organization[]> {
  const { customerNumber } = own.user;
  if (customerNumber === undefined) return [];
  const { bankId, clock, db } = ctx;
  const day = clock.today(party.bankFacts.of(bankId).timeZone);
  const represented = await listRepresented(party, db, { bankId, partyNumber: customerNumber, day });
  if (represented.length === 0) return represented;
  const customerNumbers = represented.map((one) => one.customerNumber);
  const forbidden = await ctx.restrictions(db, { bankId, customerNumbers });
  // Its own users cannot sign in either.
  return represented.filter((one) => forbidden.get(one.customerNumber)?.has('sign-in') !== true);
}

/** The overview counts the messages of at most this many organizations. */
const countedMax = 5;

/** Counts the unread messages; undefined for a user who is no customer and has no mailbox. */
export async function countUnread(
  deps: AccountDeps,
  signed: SignedInRequest,
): Promise<UnreadMessages | undefined> {
  if (signed.own.user.customerNumber === undefined) return undefined;
  const organizations = (await organizationsOf(deps, signed)).slice(0, countedMax);
  const [own = 0, ...counts] = await Promise.all(
    [undefined, ...organizations].map(async (organization) => {
      const [unread] = await summarizeMessages(contextFor(deps, signed, organization), {
        statuses: ['unread'],
      });
      return unread?.count ?? 0;
    }),
  );
  return {
    own,
    organizations: organizations.map((one, index) => ({ ...one, count: counts[index] ?? 0 })),
  };
}

const pageMax = 400;
const pageSize = 10;

function placeIn(query: URLSearchParams): ListPlace {
  const asked = Number(query.get('page') ?? '1');
  return {
    which: query.get('show') === 'archive' ? 'archive' : 'inbox',
    page: Number.isInteger(asked) && asked >= 1 && asked <= pageMax ? asked : 1,
    before: dayIn(query.get('before') ?? ''),
  };
}

/** A day that does not exist becomes the one nearest to it. */
function dayIn(text: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /^([12]\d{3})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  return Temporal.PlainDate.from({ year: Number(year), month: Number(month) || 1, day: Number(day) || 1 });
}

/** Lists messages, the newest first: those of as many years as one list may cover, and a link to those before. */
export async function showMessages(
  deps: AccountDeps,
  pageRequest: PageRequest,
  signed: SignedInRequest,
): Promise<PageResponse> {
  const { query } = pageRequest;
  const timeZone = timeZoneOf(deps, pageRequest);
  const mailbox = await openMailbox(deps, pageRequest, signed);
  if (mailbox === undefined) return mailboxPage(deps, pageRequest, signed, { kind: 'unknown-message' });
  const place = placeIn(query);
  const today = signed.ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const until = place.before ?? today.add({ days: 1 });
  const from = until.subtract({ years: mailboxSpanMaxYears }).add({ days: 1 });
  const { items, metadata } = await listMessages(mailbox.ctx, {
    categories: undefined,
    statuses: place.which === 'archive' ? ['archived'] : statusesShown,
    from: from.toZonedDateTime(timeZone).toInstant(),
    to: until.toZonedDateTime(timeZone).toInstant(),
    page: { page: place.page, pageSize },
    sortBy: 'received',
    sortOrder: 'desc',
    attachments: 'left-out',
  });
  const hasMore = metadata.totalCount > place.page * pageSize && place.page < pageMax;
  const oldest = today.subtract({ years: retentionStatementYears });
  const hasEarlier = !hasMore && Temporal.PlainDate.compare(from, oldest) > 0;
  const shown = { ...signed, ...mailbox };
  return mailboxPage(deps, pageRequest, shown, {
    kind: 'messages',
    ...place,
    messages: items.map(({ message }) => message),
    hasMore,
    earlier: hasEarlier ? from : undefined,
    isMoved: query.get('said') === 'moved',
    timeZone,
  });
}

/**
 * Shows a message, which is read then. SPEC channel interfaces 3.3.7: an application says itself when a message was
 * read; the browser of a customer shows it at once. A browser that loads pages ahead shows nothing.
 */
export async function showMessage(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: MessageRequest,
): Promise<PageResponse> {
  const messageId = request.id;
  const mailbox = await openMailbox(deps, pageRequest, request);
  const found = mailbox && (await whereKnown(getMessage(mailbox.ctx, { messageId })));
  if (mailbox === undefined || found === undefined)
    return mailboxPage(deps, pageRequest, request, { kind: 'unknown-message' });
  const { attachments, message } = found;
  const isShown = !/prefetch/.test(String(pageRequest.request.headers['sec-purpose'] ?? ''));
  if (isShown && !message.isRead) await whereKnown(markAsRead(mailbox.ctx, { messageId }));
  const timeZone = timeZoneOf(deps, pageRequest);
  const shown = { ...request, ...mailbox };
  return mailboxPage(deps, pageRequest, shown, { kind: 'message', message, files: attachments, timeZone });
}

/** Sends a file of a message. */
export async function downloadAttachment(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: MessageRequest,
): Promise<PageResponse> {
  const mailbox = await openMailbox(deps, pageRequest, request);
  const found = mailbox && (await whereKnown(getMessage(mailbox.ctx, { messageId: request.id })));
  const linked = found?.attachments.find(({ attachmentId }) => attachmentId === request.attachment);
  const file = mailbox && linked && (await whereKnown(getAttachment(mailbox.ctx, linked)));
  if (file === undefined) return mailboxPage(deps, pageRequest, request, { kind: 'unknown-message' });
  const { content, contentType, name } = file;
  return { kind: 'file', cookies: [], file: { content, contentType, name } };
}

/** Receives the form that archives a message. */
export async function changeMessage(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: MessageRequest,
): Promise<PageResponse> {
  const { context, fields, path } = pageRequest;
  requireToken(deps, pageRequest, request);
  const mailbox = await openMailbox(deps, pageRequest, request);
  if (mailbox === undefined) return mailboxPage(deps, pageRequest, request, { kind: 'unknown-message' });
  const { ctx, whose } = mailbox;
  if (fields?.get('step') !== 'archive') return redirect(addressIn(whose, path));
  await archiveMessages(ctx, { kind: 'messages', messageIds: [request.id] });
  return redirect(addressIn(whose, messagesPath(context.bankId), { said: 'moved' }));
}

/** Refuses a form that another site sent. */
export function requireToken(
  deps: AccountDeps,
  { context, fields }: PageRequest,
  { secret }: SignedInRequest,
): void {
  if (!deps.ports.identityVault.isCsrf(context.bankId, secret, fields?.get('csrf') ?? ''))
    throw standardProblems.forbidden();
}

/** Renders a view for a signed-in customer. */
export function mailboxPage(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { secret, whose }: Pick<SignedInRequest, 'secret'> & { readonly whose?: Whose },
  view: MailboxView,
): PageResponse {
  const { cookies, frame } = signedInFrameOf(pageRequest, deps, secret);
  return {
    kind: 'page',
    page: deps.pages.mailbox(view, frame, whose),
    cookies,
    status: view.kind === 'unknown-message' ? 404 : 200,
  };
}

/** Returns undefined for what is not in the mailbox, or not any more. */
async function whereKnown<Found>(looked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looked;
  } catch (error) {
    if (isProblem(error, standardProblems['not-found'])) return undefined;
    throw error;
  }
}
