import type { Context } from '#platform/work/context.ts';
import { deviceRequestEnd } from '../../domain/deadlines.ts';
import { openDeviceRequest } from '../../domain/device-request.ts';
import type { DeviceRecipient } from '../../ports/devices.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findAuthorisation, type StoredAuthorisation } from '../../store/authorisations.store.ts';
import { loadSubjectOf } from '../load-subject.ts';
import { orderToSign } from '../order-to-sign.ts';
import { systemContextFor } from '../system-context.ts';

/** Names a request to a device that an authorisation has saved. */
interface SavedRequest {
  readonly authorisationId: string;
  readonly requestId: string;
}

/**
 * Sends a saved request to its device. One that cannot be sent is like one that is not answered: it ends by itself. Does
 * nothing if the request was replaced or ended meanwhile, or if what it was made for has changed.
 */
export async function askDevice(
  ctx: Context & ScaPorts,
  { authorisationId, requestId }: SavedRequest,
): Promise<void> {
  const { bankId, clock, db, devices, log, origin, scaVault } = ctx;
  const authorisation = await findAuthorisation(db, scaVault, { bankId, authorisationId });
  const request = authorisation && openDeviceRequest(authorisation, clock.now());
  if (authorisation === undefined || request?.requestId !== requestId) return;
  const subject = await loadSubjectOf(ctx, db, authorisation);
  const { digest, payload, text } = orderToSign(subject);
  if (digest !== request.digest) return;
  try {
    await devices.ask(systemContextFor(ctx, authorisation), {
      requestId,
      recipient: recipientOf(authorisation),
      order: payload,
      digest,
      text,
      number: request.number,
      thirdPartyName: subject.thirdPartyName,
      language: authorisation.details.language,
      expiresAt: deviceRequestEnd(authorisation) ?? authorisation.expiresAt,
    });
  } catch (error) {
    log.error({ bankId, requestId: origin.requestId, error }, 'failed to ask device');
  }
}

/** Removes the request of an authorisation, as it was read, from its device. */
export async function withdrawRequestOf(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<void> {
  const { awaited } = authorisation.details;
  if (awaited?.kind !== 'device') return;
  const { bankId, devices, log, origin } = ctx;
  try {
    await devices.withdraw(systemContextFor(ctx, authorisation), { requestId: awaited.requestId });
  } catch (error) {
    // Its answer would change nothing.
    log.error({ bankId, requestId: origin.requestId, error }, 'failed to withdraw device request');
  }
}

/** Returns the device that an authorisation waits for. */
export function recipientOf({
  details: { awaited },
  userId,
}: StoredAuthorisation): DeviceRecipient | undefined {
  if (awaited?.kind !== 'device' || awaited.deviceId === undefined || userId === undefined) return undefined;
  return { userId, deviceId: awaited.deviceId };
}
