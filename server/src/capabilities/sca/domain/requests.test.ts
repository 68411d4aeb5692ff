import { expect, test } from 'vitest';
import { type UpdateKind, updateKinds, updateRefusal } from './requests.ts';
import { approaches, scaStatuses } from './status.ts';

/** Which updates each status takes, as the tables of xs2a 6.3 and 6.4 print them. */
const taken: Readonly<Record<string, readonly UpdateKind[]>> = {
  'EMBEDDED received': ['identify', 'authenticate'],
  'EMBEDDED psuIdentified': ['identify', 'authenticate'],
  'EMBEDDED psuAuthenticated': ['select-method'],
  'EMBEDDED scaMethodSelected': ['authorise'],
  'EMBEDDED started': ['authorise'],
  'REDIRECT unconfirmed': ['confirm'],
  'DECOUPLED received': ['identify'],
  'DECOUPLED psuIdentified': ['identify'],
  'DECOUPLED psuAuthenticated': ['select-method'],
};

/** Updates that an approach refuses in every status with 403. */
const foreign: Readonly<Record<string, readonly UpdateKind[]>> = {
  EMBEDDED: ['confirm'],
  REDIRECT: ['identify', 'authenticate', 'select-method', 'authorise'],
  DECOUPLED: ['authenticate', 'authorise', 'confirm'],
};

function expected(approach: string, status: string, kind: UpdateKind): string | undefined {
  if (status === 'failed' && kind === 'confirm') return 'authorisation-failed';
  if (['failed', 'finalised', 'exempted'].includes(status)) return 'authorisation-ended';
  if (foreign[approach]?.includes(kind)) return 'not-in-this-approach';
  return taken[`${approach} ${status}`]?.includes(kind) ? undefined : 'not-in-this-state';
}

test.each(approaches.flatMap((approach) => scaStatuses.map((status) => [approach, status] as const)))(
  'an authorisation of approach %s in status %s takes only the updates of the specification',
  (approach, status) => {
    for (const kind of updateKinds)
      expect([kind, updateRefusal({ approach, status }, kind)]).toEqual([
        kind,
        expected(approach, status, kind),
      ]);
  },
);
