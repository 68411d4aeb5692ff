import { notifyUser } from '#capabilities/identity/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { EndReason } from '../../domain/devices/device.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { identityContext } from '../../steps/contexts.ts';

/** Ends without a notice: there is no device that anyone lost, or no customer any more who reads it. */
const unnoticed: readonly EndReason[] = ['not-confirmed', 'user-closed', 'death'];

/** Notifies the user of a new or unpaired device, at every contact and in the mailbox. ASVS 6.3.7 */
export async function notifyOfDevice(ctx: Context & ClientPorts, event: DeliveredEvent): Promise<void> {
  const userId = event.data['user-id'];
  if (typeof userId !== 'string') return;
  if (unnoticed.some((reason) => reason === event.data['reason'])) return;
  await notifyUser(identityContext(ctx), event, userId);
}
