import { type PageMetadata, type PageRequest, pageMetadata, type Sorting } from '#platform/kernel/paging.ts';
import type { Context } from '#platform/work/context.ts';
import { type ContactMedium, contactMedia, type DeliveryStatus } from '../domain/literals.ts';
import type { CommunicationSortKey } from '../domain/queries.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import { pageFor } from '../steps/page-for.ts';
import { readByStaff } from '../steps/read-by-staff.ts';
import { visibleToCaller } from '../steps/visible-to-caller.ts';
import { listCommunicationRows } from '../store/communication-list.read.ts';
import { type ShownCommunication, showCommunications } from './show-communications.ts';

export interface CommunicationsQuery {
  readonly medium: ContactMedium | undefined;
  readonly statuses: readonly DeliveryStatus[];
  readonly page: PageRequest;
  readonly sorting: Sorting<CommunicationSortKey>;
}

export interface CommunicationsPage {
  readonly items: readonly ShownCommunication[];
  readonly metadata: PageMetadata;
}

/** What is to be delivered, or was: for staff all of it, for a gateway what it delivers. */
export async function listCommunications(
  ctx: Context & CorrespondencePorts,
  { medium, page: asked, sorting, statuses }: CommunicationsQuery,
): Promise<CommunicationsPage> {
  const { bankId, caller, clock, gateways } = ctx;
  const page = pageFor(asked);
  const isGateway = caller.kind === 'application';
  const visible = isGateway ? gateways.mediaOf(caller.clientId) : contactMedia;
  const media = medium === undefined ? visible : visible.filter((one) => one === medium);
  return readByStaff(
    ctx,
    async (db) => {
      const dueBy = isGateway ? clock.now() : undefined;
      const { found, totalCount } = await listCommunicationRows(db, {
        bankId,
        media,
        statuses,
        dueBy,
        sorting,
        page,
      });
      return {
        items: await showCommunications(ctx, db, await visibleToCaller(ctx, db, found)),
        metadata: pageMetadata(page, totalCount, sorting),
      };
    },
    ({ items }) => items.map(({ communication }) => communication.communicationId),
  );
}
