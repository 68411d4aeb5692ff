import type { SignInView } from '#capabilities/identity/index.ts';
import type { Html } from '#platform/html/html.ts';
import { emphasised } from './parts.ts';
import type { CustomerTexts } from './texts/english.ts';
import type { SignInError } from './views.ts';

type FaultyKind = Extract<SignInView, { readonly fault: SignInError | undefined }>['kind'];

interface FaultyView {
  readonly kind: FaultyKind;
  readonly fault: SignInError | undefined;
}

/** Returns the text of an input error. */
export function signInErrorText(texts: CustomerTexts, view: FaultyView): Html | undefined {
  const message = faultMessage(texts, view);
  return message === undefined ? undefined : emphasised(message);
}

function faultMessage(texts: CustomerTexts, { fault, kind }: FaultyView): string | undefined {
  switch (fault) {
    case undefined:
      return undefined;
    case 'required':
      return texts.required[kind];
    case 'wrong':
      return texts.wrong[kind];
    case 'code-wrong':
    case 'code-over':
    case 'passkey-failed':
    case 'passwords-differ':
      return texts.faults[fault];
  }
}
