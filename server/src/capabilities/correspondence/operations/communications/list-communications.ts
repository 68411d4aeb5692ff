import { type PageMetadata, type PageRequest, pageMetadata, type Sorting } from '#platform/kernel/paging.ts';
import type { Context } from '#platform/work/context.ts';
import { type ContactMedium, contactMedia, type DeliveryStatus } from '../../domain/literals.ts';
import type { CommunicationSortKey } from '../../domain/queries.ts';
import type { CorrespondencePorts } from '../../ports/correspondence-ports.ts';
import {
  type CommunicationView,
  readByStaff,
  viewCommunications,
  visibleToCaller,
} from '../../steps/communications.ts';
import { pageFor } from '../../steps/paging.ts';
import { listCommunicationRows } from '../../store/communication-list.read.ts';

export interface CommunicationsQuery {
  readonly medium: ContactMedium | undefined;
  readonly statuses: readonly DeliveryStatus[];
  readonly page: PageRequest;
  readonly sorting: Sorting<CommunicationSortKey>;
}

export interface CommunicationsPage {
  readonly items: readonly CommunicationView[];
  readonly metadata: PageMetadata;
}

/** Lists communications: all for staff, for a gateway those it delivers. */
export async function listCommunications(
  ctx: Context & CorrespondencePorts,
  { medium, page: request, sorting, statuses }: CommunicationsQuery,
): Promise<CommunicationsPage> {
  const { bankId, caller, clock, gateways } = ctx;
  const page = pageFor(request);
  const isGateway = caller.kind === 'application';
  const visible = isGateway ? gateways.mediaOf(caller.clientId) : contactMedia;
  const media = medium === undefined ? visible : visible.filter((one) => one === medium);
  return readByStaff(
    ctx,
    async (db) => {
      const dueBy = isGateway ? clock.now() : undefined;
      const { communications, totalCount } = await listCommunicationRows(db, {
        bankId,
        media,
        statuses,
        dueBy,
        sorting,
        page,
      });
      return {
        items: await viewCommunications(ctx, db, await visibleToCaller(ctx, db, communications)),
        metadata: pageMetadata(page, totalCount, sorting),
      };
    },
    ({ items }) => items.map(({ communication }) => communication.communicationId),
  );
}
