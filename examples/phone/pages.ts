import { type Approval, digestOf } from './approvals.ts';
import { escaped, form, type Page, page, row } from './html.ts';
import type { Inbox } from './inbox.ts';
import { orderText } from './order-text.ts';

/** What went wrong with the last answer. */
export type Failure = 'wrong-number' | 'number-missing' | undefined;

const failures = {
  'wrong-number':
    'That is not the number on the page. Look again; if you see no page, choose “This is not me”.',
  'number-missing': 'Type the two digits that the page shows.',
} as const;

export function signInPage(): Page {
  const content = `<div class="middle"><h1>Your bank, on your phone</h1>
<p class="soft">Sign in once, and approve payments here afterwards.</p></div>
${form('/sign-in', '<button>Sign in</button>')}`;
  return page({ title: 'Sign in', content });
}

export function pairPage(name: string): Page {
  const content = `<div class="middle"><h1>Pair this phone</h1>
<p class="soft">The bank gets a key that only this phone has. Then “${escaped(name)}” can approve for you.</p></div>
${form('/pair', '<button>Pair this phone</button>')}${form('/forget', '<button class="quiet">Sign out</button>')}`;
  return page({ title: 'Pair this phone', content });
}

/** The first page of a paired phone: the newest request, or that nothing waits. */
export function homePage({ isOffline, push, version, waiting }: Inbox, failure?: Failure): Page {
  const notice = noticeOf(push);
  const [newest, ...others] = waiting;
  if (newest !== undefined) return requestPage(newest, { others: others.length, notice, version, failure });
  const content = `<div class="middle"><div class="mark waiting" aria-hidden="true">✓</div><h1>Nothing to approve</h1>
<p class="soft" role="status">${isOffline ? 'The bank cannot be reached. The phone tries again.' : 'Requests appear here by themselves.'}</p></div>
${form('/forget', '<button class="quiet">Remove the app from this phone</button>')}`;
  return page({ title: 'Nothing to approve', content, notice, version });
}

function noticeOf(push: Inbox['push']): string {
  return `<aside class="notice" aria-label="Notification"${push === undefined ? ' hidden' : ''}>
<div><span>Your bank</span><time>${push?.at.toLocaleTimeString('en-GB') ?? ''}</time></div><p>${escaped(push?.text ?? '')}</p></aside>`;
}

interface Around {
  readonly others: number;
  readonly notice: string;
  readonly version: number;
  readonly failure: Failure;
}

function requestPage(approval: Approval, { failure, notice, others, version }: Around): Page {
  const { approvalId, digest, expiresAt, kind, needsNumber, order, requestedBy, text } = approval;
  const { amount, rows, title } = orderText(order, text);
  const until = new Date(expiresAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const facts = [['Asked by', requestedBy] as const, ...rows, ['Until', until] as const];
  const number = needsNumber
    ? `${failure === undefined ? '' : `<p class="error" id="error" role="alert">${failures[failure]}</p>`}
<label for="number">Number on the page</label><p class="soft small" id="hint">The page on which you pay shows two digits.</p>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="2" pattern="[0-9]{2}" aria-describedby="hint${failure === undefined ? '' : ' error'}">`
    : '';
  // What the phone cannot verify, it does not sign.
  const approve = digestOf(order) === digest ? `${number}<button>Approve</button>` : '';
  const content = `<h1>${escaped(title)}</h1>${amount === '' ? '' : `<p class="amount">${escaped(amount)}</p>`}
<dl>${facts.map(([name, value]) => row(name, value)).join('')}</dl>
${form('/approve', approve, { approvalId })}${form('/refuse', '<button class="danger">This is not me</button>', { approvalId, kind })}
${others === 0 ? '' : `<p class="soft small more">${others} more after this</p>`}`;
  return page({ title, content, notice, version });
}

export interface Outcome {
  readonly mark: 'done' | 'failed';
  readonly title: string;
  readonly text: string;
  /** Offers to report fraud. */
  readonly canReport?: boolean;
  readonly status?: number;
}

export function outcomePage({ canReport = false, mark, status = 200, text, title }: Outcome): Page {
  const report = canReport
    ? form('/report', '<button class="danger">Report fraud and block payments</button>')
    : '';
  const content = `<div class="middle"><div class="mark ${mark}" aria-hidden="true">${mark === 'done' ? '✓' : '✕'}</div><h1>${escaped(title)}</h1>
<p class="soft" role="status">${escaped(text)}</p></div>${report}<p class="more"><a class="button quiet" href="/">Done</a></p>`;
  return page({ title, content, status });
}
