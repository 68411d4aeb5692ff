/** Why somebody is moved, in a word. */
export const moveReasons = [
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
export type MoveReason = (typeof moveReasons)[number];
