import type { SyncPosition } from './party.ts';

/** A position as it is handed out: fixed width, so that later ones are greater as texts too. */
export interface SyncTokenContent {
  readonly position: SyncPosition;
  readonly issuedAtMs: number;
}

const pattern = /^([0-9a-f]{8})([0-9a-f]{16})([0-9a-f]{16})([0-9a-f]{12})$/;

/** The readable half of a token; the other half is our mark on it. */
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
