import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Communication } from '../../domain/communication.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import type { Gateways } from '../../ports/gateways.ts';
import { readerOf } from '../../steps/callers.ts';
import {
  type CommunicationView,
  readByStaff,
  viewCommunications,
  visibleToCaller,
} from '../../steps/communications.ts';
import { findCommunication } from '../../store/communications.store.ts';

export async function getCommunication(
  ctx: Context & CorrespondencePorts,
  { communicationId }: { readonly communicationId: string },
): Promise<CommunicationView> {
  const { bankId, caller, gateways } = ctx;
  return readByStaff(
    ctx,
    async (db) => {
      const found = await findCommunication(db, bankId, communicationId);
      // Communications of other senders are not found.
      if (found === undefined || !maySee(caller, found, gateways)) throw standardProblems['not-found']();
      if ((await visibleToCaller(ctx, db, [found])).length === 0) throw standardProblems['not-found']();
      const [shown] = await viewCommunications(ctx, db, [found]);
      if (shown === undefined) throw standardProblems['not-found']();
      return shown;
    },
    ({ communication }) => [communication.communicationId],
  );
}

/** Staff see all, applications see what they sent, and gateways see what they deliver. */
function maySee(caller: Caller, { medium, senderId }: Communication, gateways: Gateways): boolean {
  if (caller.kind !== 'application') return caller.kind === 'employee';
  const { clientId, scopes } = caller;
  if (senderId === readerOf(caller) && scopes.has('correspondence.send')) return true;
  return scopes.has('correspondence.deliver') && gateways.mediaOf(clientId).includes(medium);
}
