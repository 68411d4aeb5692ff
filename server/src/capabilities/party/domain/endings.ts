/** Events that a restore reads from the ledger: the newer of the two holds. */
export const partyEndings = ['party-name-disclosure-ended', 'party-name-secrecy-ended'] as const;
