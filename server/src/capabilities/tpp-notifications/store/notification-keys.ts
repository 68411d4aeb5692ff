import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { formerSecretDays } from '../domain/policy.ts';
import { secretsKeyClass } from './notification-secrets.ts';

/** All keys of this capability. The name is an input of key derivation and never changes. */
export const notificationKeyClasses: readonly KeyClass[] = [
  { name: secretsKeyClass, use: 'rotating', acceptedForSeconds: formerSecretDays * 86_400, isAdded: true },
];
