/** Reason codes for a change of a user's state. */
export const stateChangeReasons = [
  'agent',
  'customer',
  'death',
  'erasure',
  'fraud',
  'identity-proven',
  'never-proven',
  'password',
  'second-factor',
] as const;

/** Reasons that staff and operators can give; wrong passwords, blocked factors and time limits set their own. */
export const reasonsOfStaff = {
  suspend: ['customer', 'agent', 'fraud', 'death'],
  reinstate: ['customer', 'agent', 'identity-proven'],
  close: ['customer', 'agent', 'fraud', 'death'],
  unlock: ['customer', 'agent', 'identity-proven'],
} as const satisfies Readonly<Record<string, readonly (typeof stateChangeReasons)[number][]>>;

export type StateChangeReason = (typeof stateChangeReasons)[number];
