import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer, Approvals } from './approvals.ts';
import { BankRefusal } from './bank-connection.ts';
import type { Page } from './html.ts';
import type { Inbox } from './inbox.ts';
import type { MemoryFile } from './memory.ts';
import { type Failure, homePage, outcomePage, pairPage, signInPage } from './pages.ts';
import type { Session } from './session.ts';

export interface PhoneParts {
  readonly memory: MemoryFile;
  readonly session: Session;
  readonly approvals: Approvals;
  readonly inbox: Inbox;
  readonly name: string;
  readonly pair: () => Promise<void>;
}

export type Reply = Page | { readonly location: string };

/** The page of the app that takes the response of the bank's sign-in. */
export const signedInPath = '/signed-in';

/** Returns what the app answers; undefined for an address that is not one of its pages. */
export function createPhone(parts: PhoneParts): (request: IncomingMessage) => Promise<Reply | undefined> {
  const { inbox, memory, name, pair, session } = parts;
  const home = (failure?: Failure): Page => {
    const { isPaired, tokens } = memory.now;
    if (tokens === undefined) return signInPage();
    return isPaired ? homePage(inbox, failure) : pairPage(name);
  };
  const pages: Readonly<Record<string, (request: IncomingMessage, url: URL) => Promise<Reply>>> = {
    'GET /': async () => home(),
    'POST /sign-in': async () => ({ location: await session.begin() }),
    [`GET ${signedInPath}`]: async (_, { searchParams }) => {
      await session.finish(searchParams);
      return { location: '/' };
    },
    async 'POST /pair'() {
      await pair();
      await inbox.look();
      const text = 'Requests for your approval appear here.';
      return outcomePage({ mark: 'done', title: 'This phone is paired', text });
    },
    'POST /approve': (request) => approve(parts, request, home),
    'POST /refuse': (request) => refuse(parts, request),
    'POST /report': () => report(session),
    async 'POST /forget'() {
      await memory.clear();
      return { location: '/' };
    },
  };
  return async (request) => {
    const url = new URL(request.url ?? '/', 'http://phone');
    return pages[`${request.method ?? 'GET'} ${url.pathname}`]?.(request, url);
  };
}

const over = {
  mark: 'failed',
  title: 'Too late',
  text: 'This request has ended. Nothing was approved here. Go back to the page on which you started.',
} as const;

async function approve(
  { approvals, inbox }: PhoneParts,
  request: IncomingMessage,
  home: (failure: Failure) => Page,
): Promise<Reply> {
  const fields = await fieldsOf(request);
  const approval = inbox.waiting.find(({ approvalId }) => approvalId === fields.get('approvalId'));
  if (approval === undefined) return outcomePage(over);
  const number = fields.get('number') ?? '';
  if (approval.needsNumber && !/^\d{2}$/.test(number)) return home('number-missing');
  const answer = await approvals.approve(approval, number);
  await inbox.look();
  return answer.kind === 'wrong-number' && answer.attemptsLeft > 0 ? home('wrong-number') : outcomeOf(answer);
}

async function refuse({ approvals, inbox }: PhoneParts, request: IncomingMessage): Promise<Reply> {
  const approvalId = (await fieldsOf(request)).get('approvalId');
  const approval = inbox.waiting.find((one) => one.approvalId === approvalId);
  if (approval === undefined) return outcomePage(over);
  const answer = await approvals.refuse(approval);
  await inbox.look();
  return outcomeOf(answer);
}

function outcomeOf({ kind }: Answer): Page {
  if (kind === 'approved')
    return outcomePage({ mark: 'done', title: 'Approved', text: 'The page on which you started goes on.' });
  if (kind === 'refused')
    return outcomePage({
      mark: 'failed',
      title: 'Refused',
      text: 'Nothing happens. If you did not start this, someone may have your password.',
      canReport: true,
    });
  return outcomePage(
    kind === 'over' ? over : { ...over, text: 'The number was wrong too often. The request has ended.' },
  );
}

/** Tells the bank of a fraud; it blocks payments, and ends other sign-ins. */
async function report(session: Session): Promise<Page> {
  await session.call({
    method: 'POST',
    path: '/api/v1/restrictions/report-suspected-fraud',
    body: { category: 'account-takeover', description: 'Refused on the phone.' },
  });
  const text = 'Payments are blocked. Your bank will call you.';
  return outcomePage({ mark: 'done', title: 'Reported', text });
}

/** What the customer sees if the bank refuses a request, or cannot be reached. */
export function failurePage(error: unknown): Page {
  console.error(error);
  const text =
    error instanceof BankRefusal
      ? `The bank refused it: ${error.code || error.status}.`
      : 'The bank cannot be reached, or the phone does not understand it.';
  return outcomePage({ mark: 'failed', title: 'This did not work', text, status: 502 });
}

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(request));
}
