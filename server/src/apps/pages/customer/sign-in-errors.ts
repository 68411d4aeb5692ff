import type { SignInView } from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import { emphasised } from './parts.ts';
import type { CustomerTexts } from './texts/english.ts';
import type { SignInError } from './views.ts';

type FaultyKind = Extract<SignInView, { readonly error: SignInError | undefined }>['kind'];

interface FaultyView {
  readonly kind: FaultyKind;
  readonly error: SignInError | undefined;
}

/** Returns the text of an input error. */
export function signInErrorText(texts: CustomerTexts, view: FaultyView): Html | undefined {
  const message = errorMessage(texts, view);
  return message === undefined ? undefined : emphasised(message);
}

function errorMessage(texts: CustomerTexts, { error, kind }: FaultyView): string | undefined {
  if (error === undefined) return undefined;
  if (error === 'required') return texts.required[kind];
  return error === 'wrong' ? texts.wrong[kind] : texts.errors[error];
}
