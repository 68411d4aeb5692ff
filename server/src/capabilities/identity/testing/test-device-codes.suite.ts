import { randomUUID } from 'node:crypto';
import type { DeviceCode } from '../domain/sign-in/state.ts';
import type { DeviceCodes } from '../ports/device-codes.ts';

/** Codes of devices in memory. */
export interface TestDeviceCodes extends DeviceCodes {
  /** Verifies a code of a user; returns the token about it. */
  issue(userId: string): string;
  /** Ends the pairings of all devices. */
  unpairAll(): void;
}

export function createTestDeviceCodes(): TestDeviceCodes {
  const open = new Map<string, { readonly userId: string; readonly code: DeviceCode }>();
  const pairings = new Set<string>();
  return {
    issue(userId) {
      const [token, pairingId] = [randomUUID(), randomUUID()];
      const code = { deviceId: randomUUID(), pairingId, keyKind: 'hwk', at: '2026-11-15T10:00:00Z' } as const;
      open.set(token, { userId, code });
      pairings.add(`${userId} ${pairingId}`);
      return token;
    },
    unpairAll: () => pairings.clear(),
    async prepare(_, token) {
      const found = open.get(token);
      if (found === undefined) return undefined;
      const { code, userId } = found;
      return {
        userId,
        consume: async () =>
          open.delete(token) && pairings.has(`${userId} ${code.pairingId}`) ? code : undefined,
      };
    },
    lockDevice: async (_, __, { pairingId, userId }) => pairings.has(`${userId} ${pairingId}`),
  };
}
