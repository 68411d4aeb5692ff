/** SPEC xs2a 2.3: states of an authorisation, spelled as in the standard. */
export const scaStatuses = [
  'received',
  'psuIdentified',
  'psuAuthenticated',
  'scaMethodSelected',
  'started',
  'unconfirmed',
  'finalised',
  'failed',
  'exempted',
] as const;
export type ScaStatus = (typeof scaStatuses)[number];

const finalStatuses: ReadonlySet<ScaStatus> = new Set(['finalised', 'failed', 'exempted']);

/** Returns whether a status never changes again. */
export function isFinal(status: ScaStatus): boolean {
  return finalStatuses.has(status);
}

/** How the customer approves: at the third party, on the bank's pages, or in the bank's app. */
export const approaches = ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] as const;
export type Approach = (typeof approaches)[number];
