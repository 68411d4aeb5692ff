import { actionNamed, isBuiltInAction, type SensitiveAction } from './literals.ts';
import { type BuiltInKind, isBuiltInKind, type ResourceKind, rulesKindOf } from './signing/rule.ts';

/** Kinds that move money: the proof must have displayed what it authorizes. RTS art. 5 */
const linkedKinds: ReadonlySet<ResourceKind> = new Set([
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
  // A change of rules affects all later payments.
  'signing-rule',
]);

/** Action that the code for a kind is sent with; `other` for kinds without an action of their own. */
const codeActions: Readonly<Record<BuiltInKind, 'payment' | 'consent' | 'other'>> = {
  payment: 'payment',
  'bulk-payment': 'payment',
  'periodic-payment': 'payment',
  'signing-basket': 'payment',
  'payment-cancellation': 'payment',
  'signing-rule': 'payment',
  consent: 'consent',
  'funds-confirmation-consent': 'consent',
  document: 'other',
  'party-correction': 'other',
  'restriction-lift': 'other',
  'employee-approval': 'other',
};

/** Returns whether a proof for these kinds must display what is signed. */
export function needsLinkedProof(kinds: readonly ResourceKind[]): boolean {
  return kinds.some((kind) => linkedKinds.has(kind));
}

/**
 * Returns the actions of codes that prove a signature of these kinds. A code counts only for the action that it was sent
 * for; of several kinds signed together the strictest decides.
 */
export function actionsFor(kinds: readonly ResourceKind[]): readonly (SensitiveAction | 'other')[] {
  const actions = new Set(kinds.map((kind) => codeActions[rulesKindOf(kind)]));
  if (actions.has('payment')) return ['payment'];
  return actions.has('consent') ? ['consent'] : ['other', 'consent', ...addedActionsFor(kinds)];
}

/** A kind that a bank added is also proven by a code for an added action of the same name, and by no built-in one. */
function addedActionsFor(kinds: readonly ResourceKind[]): readonly SensitiveAction[] {
  const [first, ...others] = new Set(kinds);
  if (first === undefined || others.length > 0 || isBuiltInKind(first)) return [];
  const action = actionNamed(first);
  return action === undefined || isBuiltInAction(action) ? [] : [action];
}

/** Returns what proof a signature of these kinds lacks, for the developer of the client. */
export function missingProof(kinds: readonly ResourceKind[]): string {
  const [action = 'other'] = actionsFor(kinds);
  const code = action === 'other' ? 'an SMS code without an action' : `an SMS code for the action ${action}`;
  return needsLinkedProof(kinds)
    ? `Missing a factor proof that shows what is signed: ${code} with the signature data in its message, a challenge over the signature data, or a device signature.`
    : `Missing a factor proof: ${code}, a challenge, a token code, or a device signature.`;
}
