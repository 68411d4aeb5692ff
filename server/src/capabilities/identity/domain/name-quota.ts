import { availablePerDay, availablePerMinute } from './policy.ts';

/** The quota of one person for username availability checks and username requests. */
export interface NameQuota {
  readonly scope: 'available-session';
  readonly key: string;
  readonly limits: readonly [
    { readonly count: number; readonly seconds: number },
    { readonly count: number; readonly seconds: number },
  ];
}

/** Returns the quota of the person with this key; a wide network gets the shares of several persons. */
export function nameQuota(key: string, share = 1): NameQuota {
  return {
    scope: 'available-session',
    key,
    limits: [
      { count: availablePerMinute * share, seconds: 60 },
      { count: availablePerDay * share, seconds: 86_400 },
    ],
  };
}
