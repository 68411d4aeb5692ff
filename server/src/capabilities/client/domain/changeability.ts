/** Restrictions under which a client changes nothing of the own data. */
// GAP: which restrictions forbid it. Those under which the client cannot act at all. ADR-0096
const forbidding: ReadonlySet<string> = new Set(['login-block', 'estate-hold', 'court-order']);

/** What decides whether a client may change own data. */
export interface Changeability {
  readonly profile: { readonly isDeceased: boolean; readonly isRestricted: boolean };
  readonly restrictions: readonly { readonly kind: string }[];
}

/** Returns why a client may not change own data. */
export function refusalOf({
  profile,
  restrictions,
}: Changeability): 'party-deceased' | 'client-restricted' | undefined {
  if (profile.isDeceased) return 'party-deceased';
  const isForbidden = profile.isRestricted || restrictions.some(({ kind }) => forbidding.has(kind));
  return isForbidden ? 'client-restricted' : undefined;
}
