/** A form that is not accepted as a new one, compared with the form that the sign-in accepted last. */
export interface ComparedForm {
  /** Whether its secret is the one of the current page, of the page before, or neither. */
  readonly secret: 'present' | 'previous' | 'other';
  /** The token in the form belongs to that secret. */
  readonly isTokenOfSecret: boolean;
  /** Every field is equal. */
  readonly isSameForm: boolean;
  /** An instance is still processing the form that was accepted last. */
  readonly isLocked: boolean;
  /** The customer is signed in. */
  readonly isEnded: boolean;
}

export type RepeatDecision =
  /** The first submission is being processed; this one gets its response. */
  | 'wait'
  /** The first submission has no result: this one is processed instead. */
  | 'take'
  /** The browser gets the secret of the next page, as for the first submission. */
  | 'next-secret'
  /** The browser already has that secret. */
  | 'reload'
  | 'finished'
  /** A different form than the one that the secret was used for. */
  | 'other-form'
  | 'forged'
  | 'over';

/** Decides what happens to a form that is submitted again. The caller has counted the submission before. */
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

/** The response to the form was lost, or is still in transit. */
function decidePrevious({ isEnded, isLocked, isSameForm, isTokenOfSecret }: ComparedForm): RepeatDecision {
  if (!isTokenOfSecret) return 'over';
  if (!isSameForm) return 'other-form';
  if (isLocked) return 'wait';
  return isEnded ? 'finished' : 'next-secret';
}

/** The browser has received the response but still showed the previous page; or the form is being processed. */
function decidePresent({ isEnded, isLocked, isSameForm, isTokenOfSecret }: ComparedForm): RepeatDecision {
  if (!isTokenOfSecret && !isSameForm) return 'forged';
  if (isEnded) return 'finished';
  if (!isTokenOfSecret) return 'reload';
  return isSameForm && isLocked ? 'wait' : 'take';
}
