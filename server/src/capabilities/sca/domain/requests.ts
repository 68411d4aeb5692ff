import type { Authorisation } from './authorisation.ts';
import type { Approach, ScaStatus } from './status.ts';

/** SPEC xs2a 1.9: what an update of an authorisation asks for, recognised by its body. */
export const updateKinds = ['identify', 'authenticate', 'select-method', 'authorise', 'confirm'] as const;
export type UpdateKind = (typeof updateKinds)[number];

/** Why an update is refused before anything is checked. */
export type UpdateRefusal =
  /** 409: the authorisation has ended. */
  | 'authorisation-ended'
  /** 400: the confirmation of an authorisation that failed. */
  | 'authorisation-failed'
  /** 403: this approach does not take the request from the third party. */
  | 'not-in-this-approach'
  /** 400: another request comes first. */
  | 'not-in-this-state';

/** SPEC xs2a 6.3 and 6.4. The bank's pages and devices do not send updates. */
const accepted: Readonly<Record<Approach, Partial<Record<ScaStatus, readonly UpdateKind[]>>>> = {
  EMBEDDED: {
    received: ['identify', 'authenticate'],
    psuIdentified: ['identify', 'authenticate'],
    psuAuthenticated: ['select-method'],
    scaMethodSelected: ['authorise'],
    started: ['authorise'],
  },
  REDIRECT: { unconfirmed: ['confirm'] },
  DECOUPLED: { received: ['identify'], psuIdentified: ['identify'], psuAuthenticated: ['select-method'] },
};

/** Requests that an approach ever takes. */
const taken: Readonly<Record<Approach, readonly UpdateKind[]>> = {
  EMBEDDED: ['identify', 'authenticate', 'select-method', 'authorise'],
  REDIRECT: ['confirm'],
  DECOUPLED: ['identify', 'select-method'],
};

/** Returns why an update is refused in this approach and status; undefined if it may be processed. */
export function updateRefusal(
  { approach, status }: Pick<Authorisation, 'approach' | 'status'>,
  kind: UpdateKind,
): UpdateRefusal | undefined {
  if (status === 'failed') return kind === 'confirm' ? 'authorisation-failed' : 'authorisation-ended';
  if (status === 'finalised' || status === 'exempted') return 'authorisation-ended';
  if (!taken[approach].includes(kind)) return 'not-in-this-approach';
  return accepted[approach][status]?.includes(kind) === true ? undefined : 'not-in-this-state';
}
