import type { Caller } from '#platform/auth/caller.ts';
import { type PageMetadata, type PageRequest, pageMetadata, type Sorting } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { type ContactMedium, contactMedia, type DeliveryStatus } from '../../domain/literals.ts';
import type { CommunicationSortKey } from '../../domain/queries.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import { readerOf } from '../../steps/callers.ts';
import { type CommunicationView, readByStaff, viewCommunications } from '../../steps/communications.ts';
import { pageFor } from '../../steps/paging.ts';
import { listVisibleCommunications } from '../../steps/visible-communications.ts';
import type { CommunicationsCriteria } from '../../store/communication-list.read.ts';

export interface CommunicationsQuery {
  readonly medium: ContactMedium | undefined;
  readonly statuses: readonly DeliveryStatus[];
  readonly batchId: string | undefined;
  readonly page: PageRequest;
  readonly sorting: Sorting<CommunicationSortKey>;
}

export interface CommunicationsPage {
  readonly items: readonly CommunicationView[];
  readonly metadata: PageMetadata;
}

/** Lists communications: those of their customers for staff, for a gateway those it delivers, for a sender its batch. */
export async function listCommunications(
  ctx: Context & CorrespondencePorts,
  { batchId, medium, page: request, sorting, statuses }: CommunicationsQuery,
): Promise<CommunicationsPage> {
  const page = pageFor(request);
  const { media, ...scope } = scopeOf(ctx, batchId);
  return readByStaff(
    ctx,
    async (db) => {
      const { communications, totalCount } = await listVisibleCommunications(ctx, db, {
        ...scope,
        bankId: ctx.bankId,
        media: medium === undefined ? media : media.filter((one) => one === medium),
        statuses,
        sorting,
        page,
      });
      return {
        items: await viewCommunications(ctx, db, communications),
        metadata: pageMetadata(page, totalCount, sorting),
      };
    },
    ({ items }) => items.map(({ communication }) => communication.communicationId),
  );
}

type Scope = Pick<CommunicationsCriteria, 'media' | 'dueBy' | 'batch'>;

function scopeOf(
  { caller, clock, gateways }: Context & CorrespondencePorts,
  batchId: string | undefined,
): Scope {
  const ofSender = (senderId: string | undefined): Scope['batch'] =>
    batchId === undefined ? undefined : { batchId, senderId };
  if (caller.kind !== 'application')
    return { media: contactMedia, dueBy: undefined, batch: ofSender(undefined) };
  if (batchId !== undefined && caller.scopes.has('correspondence.send'))
    return { media: contactMedia, dueBy: undefined, batch: ofSender(readerOf(caller)) };
  requireGateway(caller);
  return { media: gateways.mediaOf(caller.clientId), dueBy: clock.now(), batch: ofSender(undefined) };
}

/** Without a batch, the list is the work of the gateways. */
function requireGateway({ scopes }: Extract<Caller, { kind: 'application' }>): void {
  if (scopes.has('correspondence.deliver')) return;
  const message = 'Required of a client that sends messages and does not deliver them.';
  throw standardProblems.invalid({
    fieldErrors: [{ part: 'query', path: ['batch-id'], code: 'required', message }],
  });
}
