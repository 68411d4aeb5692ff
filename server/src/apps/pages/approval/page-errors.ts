import type { PageError } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill } from '../customer/fill.ts';
import type { ApprovalContext } from './approval-context.ts';

/** Returns the text of an input error: what happened, what it means, what to do next. */
export function errorText(error: PageError | undefined, context: ApprovalContext): Html | undefined {
  return error === undefined ? undefined : sentences(error.kind, error, context);
}

/** Like `errorText`, for the response of a card reader. */
export function readerErrorText(error: PageError | undefined, context: ApprovalContext): Html | undefined {
  if (error === undefined) return undefined;
  return sentences(error.kind === 'code-wrong' ? 'answer-wrong' : error.kind, error, context);
}

function sentences(
  key: keyof ApprovalContext['words']['errors'],
  error: PageError,
  { frame, texts, words }: ApprovalContext,
): Html {
  const { next, what } = words.errors[key];
  const left = 'attemptsLeft' in error ? error.attemptsLeft : undefined;
  const tries = left === undefined ? undefined : html` ${fill(texts.password.attemptsLeft, { count: left })}`;
  return html`<strong>${what}</strong> ${words.meaning[frame.purpose]} ${next}${tries}`;
}
