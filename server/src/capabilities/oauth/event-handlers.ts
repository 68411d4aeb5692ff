import type { EventHandler } from '#platform/work/event-handler.ts';
import { followResource } from './operations/follow-resource.ts';
import type { ResourceApprovals } from './ports/resource-approvals.ts';

/** Returns the event handlers: tokens end with the resources that they stand for. */
export function oauthEventHandlers(resources: ResourceApprovals): readonly EventHandler[] {
  return resources.kinds
    .filter(({ events }) => events.length > 0)
    .map(({ events, service }) => ({
      consumer: `oauth-${service.toLowerCase()}`,
      events,
      handle: (context, { aggregateId }) =>
        followResource({ ...context, resources }, { service, resourceId: aggregateId }),
    }));
}
