/** How far the approval of a resource is: what its quotas depend on. */
export type Phase = 'unsigned' | 'partly-signed' | 'approved' | 'ended';

/**
 * What a change means for the quotas: `close`, it ended unsigned and only its content counts, until it is deleted;
 * `release`, nothing of it counts any more; `extend`, it may be open for longer; undefined, nothing.
 */
export type QuotaEffect = 'close' | 'release' | 'extend' | undefined;

/** Returns what a change of a resource means for the quotas of its third party. */
export function quotaEffect(before: Phase, after: Phase): QuotaEffect {
  if (before === 'approved' || before === 'ended') return undefined;
  if (after === 'approved') return 'release';
  // What a customer has signed is kept: it may be asked about.
  if (after === 'ended') return before === 'unsigned' ? 'close' : 'release';
  return after === 'partly-signed' ? 'extend' : undefined;
}
