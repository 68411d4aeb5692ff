import { availablePerDay, availablePerMinute } from './policy.ts';

/** Questions about names, and wishes for one, that one person has. */
export interface NameQuota {
  readonly scope: 'available-session';
  readonly key: string;
  readonly limits: readonly [
    { readonly count: number; readonly seconds: number },
    { readonly count: number; readonly seconds: number },
  ];
}

/** Returns the quota of a person, known by this key; a wide network has the shares of several. */
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
