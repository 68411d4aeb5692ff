import Type from 'typebox';
import { defineEvent, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { MaintenanceWindow } from './domain/maintenance-window.ts';

const source = '/api/configuration';
const data = Type.Object({ windowId: Type.String({ format: 'uuid' }) });

const defineMaintenanceEvent = (
  name: string,
  summary: string, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from defineEvent
) => defineEvent({ name, version: 1, source, aggregateKind: 'bank', data, summary });

/** Everything this capability tells. */
export const events = {
  planned: defineMaintenanceEvent('maintenance-planned', 'A maintenance window was planned.'),
  approved: defineMaintenanceEvent('maintenance-approved', 'A second person approved a planned window.'),
  started: defineMaintenanceEvent('maintenance-started', 'The bank is in maintenance from now on.'),
  ended: defineMaintenanceEvent('maintenance-ended', 'The bank is back.'),
  cancelled: defineMaintenanceEvent('maintenance-cancelled', 'A window that had not begun was called off.'),
} as const;

export function maintenanceEvent(kind: keyof typeof events, { bankId, id }: MaintenanceWindow): NewEvent {
  return eventOf(events[kind], bankId, { windowId: id });
}
