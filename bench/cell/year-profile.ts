/**
 * What a customer leaves in a year. The fill writes it month by month, because rows of one time lie together in a
 * database that has grown.
 */
export const yearProfile = {
  months: 12,
  /** Announcements of a statement, in the mailbox. */
  statementsPerMonth: 1,
  /** Sign-ins with a code by SMS; each leaves a message, an entry of the login history and five audit entries. */
  signInsPerMonth: 1,
  /** Entries of the current account: a salary and four card payments of the same sum. */
  entriesPerMonth: 5,
} as const;

/** Business events of a customer in a year, for the extrapolation; an assumption, not a measurement. */
export const eventsPerYear: Readonly<Record<string, number>> = {
  'accounts read by a third party': 73,
  'mailbox read': 24,
  'sign-in': 50,
  payment: 12,
  'statement announced': 12,
  code: 10,
  'party searched by staff': 1,
};

/** Share of a day's events in its busiest hour. */
export const busiestHourShare = 0.12;
export const cellCustomers = 2_000_000;
