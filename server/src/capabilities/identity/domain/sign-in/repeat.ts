/** A form that was not taken as a new one, compared with the form that the sign-in has taken last. */
export interface ComparedForm {
  /** Whether its secret is the one of the present page, of the page before, or neither. */
  readonly secret: 'present' | 'previous' | 'other';
  /** The token in the form belongs to that secret. */
  readonly isTokenOfSecret: boolean;
  /** Every field is the same. */
  readonly isSameForm: boolean;
  /** An instance is still working on the form that was taken last. */
  readonly isLocked: boolean;
  /** The customer is signed in. */
  readonly isEnded: boolean;
}

export type RepeatDecision =
  /** The first one is being worked on; its answer will be the answer. */
  | 'wait'
  /** Nothing has come of the first one: this one is taken instead. */
  | 'take'
  /** The browser gets the secret of the next page, as the first time. */
  | 'next-secret'
  /** The browser has that secret already. */
  | 'look-again'
  | 'finished'
  /** Another form than the one that the secret was used for. */
  | 'other-form'
  | 'forged'
  | 'over';

/** What becomes of a form that is sent again. The submission was counted before. */
export function decideRepeat(form: ComparedForm): RepeatDecision {
  switch (form.secret) {
    case 'other':
      return 'over';
    case 'previous':
      return decidePrevious(form);
    case 'present':
      return decidePresent(form);
  }
}

/** The answer to the form was lost, or is still on its way. */
function decidePrevious({ isEnded, isLocked, isSameForm, isTokenOfSecret }: ComparedForm): RepeatDecision {
  if (!isTokenOfSecret) return 'over';
  if (!isSameForm) return 'other-form';
  if (isLocked) return 'wait';
  return isEnded ? 'finished' : 'next-secret';
}

/** The browser has the answer, and still showed the page before; or the form is being worked on. */
function decidePresent({ isEnded, isLocked, isSameForm, isTokenOfSecret }: ComparedForm): RepeatDecision {
  if (!isTokenOfSecret && !isSameForm) return 'forged';
  if (isEnded) return 'finished';
  if (!isTokenOfSecret) return 'look-again';
  return isSameForm && isLocked ? 'wait' : 'take';
}
