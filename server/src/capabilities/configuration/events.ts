import Type from 'typebox';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { MaintenanceWindow } from './domain/maintenance-window.ts';

const source = '/api/configuration';
const data = Type.Object({ windowId: Type.String({ format: 'uuid' }) });

const defineMaintenanceEvent = eventFamily({ source, aggregateKind: 'bank', data });

/** All events of this capability. */
export const events = {
  planned: defineMaintenanceEvent('maintenance-planned', 'Maintenance window planned.'),
  approved: defineMaintenanceEvent(
    'maintenance-approved',
    'Maintenance window approved by a second employee.',
  ),
  started: defineMaintenanceEvent('maintenance-started', 'Maintenance started.'),
  ended: defineMaintenanceEvent('maintenance-ended', 'Maintenance ended.'),
  cancelled: defineMaintenanceEvent(
    'maintenance-cancelled',
    'Maintenance window cancelled before its start.',
  ),
} as const;

export function maintenanceEvent(kind: keyof typeof events, { bankId, id }: MaintenanceWindow): NewEvent {
  return eventOf(events[kind], bankId, { windowId: id });
}
