import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import { secretText } from '../engine/signature.ts';
import type { TppNotificationsPorts } from '../ports/tpp-notifications-ports.ts';
import { problems } from '../problems.ts';

/** Returns the secrets with which messages to the calling third party are signed, the current one first. */
export async function getNotificationSecrets({
  bankId,
  caller,
  notificationChoices,
  notificationSecrets,
}: Context & TppNotificationsPorts): Promise<readonly string[]> {
  if (notificationChoices.of(bankId).contents.length === 0) throw problems['notifications-not-supported']();
  return notificationSecrets.of(bankId, callerId(caller)).map(secretText);
}
