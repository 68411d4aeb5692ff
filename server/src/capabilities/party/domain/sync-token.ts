import type { SyncPosition } from './party.ts';

/** The content of a sync token: fixed width, so that later tokens are also greater as strings. */
export interface SyncTokenContent {
  readonly position: SyncPosition;
  readonly issuedAtMs: number;
}

const pattern = /^([0-9a-f]{8})([0-9a-f]{16})([0-9a-f]{16})([0-9a-f]{12})$/;

/** Returns the readable half of a token; the other half is its signature. */
export function writeSyncToken({ issuedAtMs, position }: SyncTokenContent): string {
  return [
    position.epoch.toString(16).padStart(8, '0'),
    position.transaction.toString(16).padStart(16, '0'),
    position.number.toString(16).padStart(16, '0'),
    issuedAtMs.toString(16).padStart(12, '0'),
  ].join('');
}

export function readSyncToken(text: string): SyncTokenContent | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, epoch = '', transaction = '', number = '', issuedAt = ''] = match;
  return {
    position: {
      epoch: Number.parseInt(epoch, 16),
      transaction: BigInt(`0x${transaction}`),
      number: BigInt(`0x${number}`),
    },
    issuedAtMs: Number.parseInt(issuedAt, 16),
  };
}
