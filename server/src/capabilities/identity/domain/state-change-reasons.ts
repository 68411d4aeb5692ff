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
export type StateChangeReason = (typeof stateChangeReasons)[number];
