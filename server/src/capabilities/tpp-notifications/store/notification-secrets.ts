import { createHmac } from 'node:crypto';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';

/** Secrets that a bank shares with each third party; derived from a key of the bank, so none is stored. */
export interface NotificationSecrets {
  /** The one of the current key first; then those that are announced, or were replaced a short time ago. */
  of(bankId: string, organisationId: string): readonly [Buffer, ...Buffer[]];
}

export const secretsKeyClass = 'secrets of notifications';

export function createNotificationSecrets(keys: KeyProvider): NotificationSecrets {
  return {
    of(bankId, organisationId) {
      const derive = (key: Buffer): Buffer =>
        createHmac('sha256', secretKeyOf(key)).update(organisationId).digest();
      const [current, ...others] = keys.derive(bankId, secretsKeyClass);
      return [derive(current), ...others.map(derive)];
    },
  };
}
