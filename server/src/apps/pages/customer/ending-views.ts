import { type Html, html } from '#platform/html/html.ts';
import { fill, fillText, leftToRight, name } from './fill.ts';
import { formatTime } from './format-time.ts';
import { defaultContent, type PageContent, type PageContext } from './page-context.ts';
import {
  cancelAction,
  heading,
  helpLine,
  leaveAction,
  paragraph,
  secondaryActions,
  stepButton,
  stepForm,
  submit,
} from './parts.ts';
import type { SignInViewOf } from './views.ts';
import { waitText } from './wait-text.ts';

/** Asks for consent with one list and one button, without checkboxes. */
export function consent(
  { organization, scopes, username }: SignInViewOf<'consent'>,
  context: PageContext,
): PageContent {
  const { frame, texts } = context;
  const clientName = frame.clientName ?? frame.bankName;
  const client = name(clientName);
  const { actingFor, agree, end, intro, title } = texts.consent;
  return {
    ...defaultContent,
    title: fillText(title, { client: clientName }),
    styles: ['lists'],
    body: [
      heading(fill(title, { client })),
      paragraph(fill(intro, { client, username: leftToRight(username) })),
      html`<ul class="points">\n${scopes.map((scope) => html`<li>${scopeText(scope, context)}</li>\n`)}</ul>\n`,
      organization === undefined ? html`` : paragraph(fill(actingFor, { organization: name(organization) })),
      paragraph(end),
      stepForm(context, { step: 'agree', body: submit(agree) }),
      // Refusing is as easy to find as agreeing.
      cancelAction(context, 'second wide'),
    ],
  };
}

function scopeText(scope: string, { texts }: PageContext): Html {
  const scopeTexts: Readonly<Record<string, string>> = texts.scopes;
  const known = Object.hasOwn(scopeTexts, scope) ? scopeTexts[scope] : undefined;
  return known === undefined ? fill(texts.consent.otherScope, { scope: leftToRight(scope) }) : html`${known}`;
}

/** Too many wrong attempts: shows the end of the lockout, and the two alternatives. */
export function locked({ timeZone, until }: SignInViewOf<'locked'>, context: PageContext): PageContent {
  const { call, notYou, title, until: from, what } = context.texts.locked;
  const wait = until && fill(from, { time: formatTime(until, timeZone, context) });
  return ending(context, { title, sentences: [what, wait ?? call, notYou], ...bankHelps(context) });
}

/** A second factor is required, and the user has none. */
export function noFactor(context: PageContext): PageContent {
  const { next, title, what } = context.texts.noFactor;
  return ending(context, { title, sentences: [what, next], ...bankHelps(context) });
}

/** Internal error or dependency failure. */
export function busy(context: PageContext): PageContent {
  const { next, title, what } = context.texts.busy;
  return ending(context, { title, sentences: [what, next], main: againButton(context) });
}

/** A limit was reached: shows which one, what was not done, and when it ends. */
export function throttled(
  { ending: digits, limit }: SignInViewOf<'throttled'>,
  context: PageContext,
): PageContent {
  const { texts } = context;
  const { title, what } = texts.limits[limit.limit];
  const number = digits === undefined ? html`${texts.limits.anyNumber}` : endingText(digits, context);
  return ending(context, {
    title,
    sentences: [fill(what, { number }), waitText(limit, context)],
    ...(limit.until === undefined ? startAgain(context) : { main: againButton(context) }),
  });
}

function endingText(digits: string, { texts }: PageContext): Html {
  return fill(texts.limits.number.ending, { ending: leftToRight(`•••${digits}`) });
}

/** Returns to the client, or to the start of the bank's own page: both end this sign-in. */
function startAgain(context: PageContext): Pick<Ending, 'main' | 'isLeaving'> {
  if (context.frame.clientName !== undefined) return {};
  return {
    isLeaving: true,
    main: stepButton(context, { step: 'cancel', label: context.texts.startAgain, style: 'action wide' }),
  };
}

/** Only the bank can help this user; another user may still sign in. */
function bankHelps(context: PageContext): Pick<Ending, 'help' | 'actions'> {
  const label = context.texts.password.otherUser;
  return { help: helpLine(context), actions: [stepButton(context, { step: 'other-user', label })] };
}

function againButton(context: PageContext): Html {
  return stepButton(context, { step: 'again', label: context.texts.tryAgain, style: 'action wide' });
}

interface Ending {
  readonly title: string;
  readonly sentences: readonly (Html | string)[];
  /** Shown if only the bank's staff can help. */
  readonly help?: Html | undefined;
  readonly main?: Html;
  /** The main action already leaves the sign-in. */
  readonly isLeaving?: boolean;
  readonly actions?: readonly Html[];
}

/** Renders the end of a sign-in; there is always a link back. */
function ending(
  context: PageContext,
  { help, isLeaving = false, main, sentences, title, actions = [] }: Ending,
): PageContent {
  const back = backButton(context);
  const leave = main === undefined || isLeaving ? undefined : leaveAction(context);
  return {
    ...defaultContent,
    title,
    body: [
      heading(title),
      ...sentences.map((sentence) => paragraph(sentence)),
      help,
      main ?? back ?? paragraph(context.texts.closePage),
      secondaryActions([...actions, leave]),
    ],
  };
}

function backButton(context: PageContext): Html | undefined {
  const { clientName } = context.frame;
  if (clientName === undefined) return undefined;
  const label = fill(context.texts.goBack, { client: name(clientName) });
  return stepButton(context, { step: 'cancel', label, style: 'action wide' });
}
