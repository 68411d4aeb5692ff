/** Classification `fraud-categories`. SPEC channel-interfaces 4.10 */
export const fraudCategories = [
  'unauthorised-payment',
  'phishing',
  'lost-credentials',
  'stolen-device',
  'sim-swap',
  'account-takeover',
  'scam-payment',
  'other',
] as const;
/** The bank may add values (ADR 0163). */
export type FraudCategory = string;

/** SPEC channel-interfaces 10.10 */
export const reportStates = ['received', 'under-review', 'confirmed', 'dismissed', 'closed'] as const;
export type ReportState = (typeof reportStates)[number];

const followers: Readonly<Record<ReportState, readonly ReportState[]>> = {
  received: ['under-review'],
  'under-review': ['confirmed', 'dismissed'],
  confirmed: ['closed'],
  dismissed: ['closed'],
  closed: [],
};

/** Returns whether the fraud desk may move a report from one state to another. */
export function mayMove(from: ReportState, to: ReportState): boolean {
  return followers[from].includes(to);
}

/** What the customer should do after a report. */
export const nextSteps = ['change-password', 'check-transactions', 'replace-device', 'contact-bank'] as const;
export type NextStep = (typeof nextSteps)[number];

const stepsByCategory: Readonly<Record<(typeof fraudCategories)[number], readonly NextStep[]>> = {
  'unauthorised-payment': ['check-transactions', 'contact-bank'],
  phishing: ['change-password', 'check-transactions', 'contact-bank'],
  'lost-credentials': ['change-password', 'contact-bank'],
  'stolen-device': ['replace-device', 'contact-bank'],
  'sim-swap': ['change-password', 'check-transactions', 'contact-bank'],
  'account-takeover': ['change-password', 'check-transactions', 'contact-bank'],
  'scam-payment': ['check-transactions', 'contact-bank'],
  other: ['contact-bank'],
};

export function nextStepsAfter(category: FraudCategory): readonly NextStep[] {
  const known = fraudCategories.find((one) => one === category);
  // A category of the bank has no steps of its own.
  return stepsByCategory[known ?? 'other'];
}
