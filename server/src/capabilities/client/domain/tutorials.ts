/** A tutorial of the bank's app. A new version starts unclaimed. */
export interface Tutorial {
  readonly tutorialId: string;
  readonly version: number;
}

/** The literals of the classification `tutorials`, with their versions, in the order in which they are shown. */
export const tutorials: readonly Tutorial[] = [
  { tutorialId: 'first-steps', version: 1 },
  { tutorialId: 'first-payment', version: 1 },
  { tutorialId: 'device-pairing', version: 1 },
  { tutorialId: 'notification-preferences', version: 1 },
];

/** What a user has said about a tutorial. */
export interface TutorialClaim {
  readonly tutorialId: string;
  readonly version: number;
  readonly isClaimed: boolean;
}

/** Returns whether the current version of a tutorial is claimed. */
export function isClaimed({ tutorialId, version }: Tutorial, claims: readonly TutorialClaim[]): boolean {
  return claims.some(
    (claim) => claim.tutorialId === tutorialId && claim.version >= version && claim.isClaimed,
  );
}
