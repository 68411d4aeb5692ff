import { type Html, html } from '#platform/html/html.ts';
import { fill, fillText, leftToRight, name } from './fill.ts';
import { type Matter, type PageContext, plainMatter } from './page-context.ts';
import { cancelWay, heading, helpLine, paragraph, quietWays, stepButton, stepForm, submit } from './parts.ts';
import type { SignInViewOf } from './views.ts';
import { waitText } from './wait-text.ts';
import { momentOf } from './written-time.ts';

/** One list and one button: nothing to tick. */
export function consent({ scopes, username }: SignInViewOf<'consent'>, context: PageContext): Matter {
  const { frame, texts } = context;
  const clientName = frame.clientName ?? frame.bankName;
  const client = name(clientName);
  const { agree, end, intro, title } = texts.consent;
  return {
    ...plainMatter,
    title: fillText(title, { client: clientName }),
    styles: ['lists'],
    body: [
      heading(fill(title, { client })),
      paragraph(fill(intro, { client, username: leftToRight(username) })),
      html`<ul class="points">\n${scopes.map((scope) => html`<li>${scopeWords(scope, context)}</li>\n`)}</ul>\n`,
      paragraph(end),
      stepForm(context, { step: 'agree', body: submit(agree) }),
      // No is as easy to find as yes.
      cancelWay(context, 'second wide'),
    ],
  };
}

function scopeWords(scope: string, { texts }: PageContext): Html {
  const words: Readonly<Record<string, string>> = texts.scopes;
  const known = Object.hasOwn(words, scope) ? words[scope] : undefined;
  return known === undefined ? fill(texts.consent.otherScope, { scope: leftToRight(scope) }) : html`${known}`;
}

/** Too many wrong tries: until when, and the two ways out. */
export function locked({ timeZone, until }: SignInViewOf<'locked'>, context: PageContext): Matter {
  const { call, notYou, title, until: from, what } = context.texts.locked;
  const wait = until && fill(from, { time: momentOf(until, timeZone, context) });
  return ending(context, { title, sentences: [what, wait ?? call, notYou], ...bankHelps(context) });
}

/** A second proof is needed, and there is none to ask for. */
export function noFactor(context: PageContext): Matter {
  const { next, title, what } = context.texts.noFactor;
  return ending(context, { title, sentences: [what, next], ...bankHelps(context) });
}

/** Our own fault, or one of who stands behind us. */
export function busy(context: PageContext): Matter {
  const { next, title, what } = context.texts.busy;
  return ending(context, { title, sentences: [what, next], main: againButton(context) });
}

/** A limit was met: whose it is, what did not happen, and when it is over. */
export function throttled(
  { ending: digits, limit }: SignInViewOf<'throttled'>,
  context: PageContext,
): Matter {
  const { texts } = context;
  const { title, what } = texts.limits[limit.limit];
  const number = digits === undefined ? html`${texts.limits.anyNumber}` : endingWords(digits, context);
  return ending(context, {
    title,
    sentences: [fill(what, { number }), waitText(limit, context)],
    ...(limit.until === undefined ? startAgain(context) : { main: againButton(context) }),
  });
}

function endingWords(digits: string, { texts }: PageContext): Html {
  return fill(texts.limits.number.ending, { ending: leftToRight(`•••${digits}`) });
}

/** Back to the client, or to the beginning of the bank's own page: both end this sign-in. */
function startAgain(context: PageContext): Pick<Ending, 'main'> {
  if (context.frame.clientName !== undefined) return {};
  return {
    main: stepButton(context, { step: 'cancel', label: context.texts.startAgain, look: 'action wide' }),
  };
}

/** Only the bank can help this user; another user may still come in. */
function bankHelps(context: PageContext): Pick<Ending, 'help' | 'ways'> {
  const label = context.texts.password.otherUser;
  return { help: helpLine(context), ways: [stepButton(context, { step: 'other-user', label })] };
}

function againButton(context: PageContext): Html {
  return stepButton(context, { step: 'again', label: context.texts.tryAgain, look: 'action wide' });
}

interface Ending {
  readonly title: string;
  readonly sentences: readonly (Html | string)[];
  /** Where only the bank's own people can help. */
  readonly help?: Html | undefined;
  readonly main?: Html;
  readonly ways?: readonly Html[];
}

/** Where it does not go on; there is always a way back. */
function ending(context: PageContext, { help, main, sentences, title, ways = [] }: Ending): Matter {
  const back = backButton(context);
  return {
    ...plainMatter,
    title,
    body: [
      heading(title),
      ...sentences.map((sentence) => paragraph(sentence)),
      help,
      main ?? back ?? paragraph(context.texts.closePage),
      quietWays([...ways, main === undefined ? undefined : cancelWay(context)]),
    ],
  };
}

function backButton(context: PageContext): Html | undefined {
  const { clientName } = context.frame;
  if (clientName === undefined) return undefined;
  const label = fill(context.texts.goBack, { client: name(clientName) });
  return stepButton(context, { step: 'cancel', label, look: 'action wide' });
}
