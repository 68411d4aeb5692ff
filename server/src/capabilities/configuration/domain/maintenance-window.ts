import { Temporal } from 'temporal-polyfill';
import type { Brand } from '#platform/kernel/brand.ts';
import { isSameEmployee } from '#platform/kernel/employee-id.ts';
import { isUuid } from '#platform/kernel/ids.ts';

export type WindowId = Brand<string, 'WindowId'>;

export const windowStates = ['planned', 'approved', 'started', 'ended', 'cancelled'] as const;
export type WindowState = (typeof windowStates)[number];

export interface MaintenanceWindow {
  readonly id: WindowId;
  readonly bankId: string;
  readonly state: WindowState;
  readonly startsAt: Temporal.Instant;
  /** Absent: the maintenance lasts until an employee ends it. */
  readonly endsAt: Temporal.Instant | undefined;
  /** Language tag → message for customers and third parties. */
  readonly messages: Readonly<Record<string, string>>;
  readonly plannedBy: string;
  readonly approvedBy: string | undefined;
  readonly startedAt: Temporal.Instant | undefined;
  readonly endedAt: Temporal.Instant | undefined;
  readonly version: bigint;
}

export type Step =
  | { readonly kind: 'changed'; readonly window: MaintenanceWindow }
  | { readonly kind: 'wrong-state' }
  | { readonly kind: 'own-approval' };

export function isWindowId(text: string): text is WindowId {
  return isUuid(text);
}

/** Returns whether a window can be planned: one in the past could not be approved in time. */
export function isPlannable(
  startsAt: Temporal.Instant,
  endsAt: Temporal.Instant | undefined,
  now: Temporal.Instant,
): boolean {
  return endsAt === undefined || (isBefore(startsAt, endsAt) && isBefore(now, endsAt));
}

/** Approves a planned window. Rejects approval by its planner. */
export function approve(window: MaintenanceWindow, by: string): Step {
  switch (window.state) {
    case 'planned':
      if (isSameEmployee(by, window.plannedBy)) return { kind: 'own-approval' };
      return changed(window, { state: 'approved', approvedBy: by });
    case 'approved':
    case 'started':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

export function start(window: MaintenanceWindow, now: Temporal.Instant): Step {
  switch (window.state) {
    case 'approved':
      return changed(window, { state: 'started', startedAt: now });
    case 'planned':
    case 'started':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

/** Ends a window. A window whose start time has passed can be ended even if its start was not recorded yet. */
export function end(window: MaintenanceWindow, now: Temporal.Instant): Step {
  switch (window.state) {
    case 'started':
      return changed(window, { state: 'ended', endedAt: now });
    case 'approved':
      if (isBefore(now, window.startsAt)) return { kind: 'wrong-state' };
      return changed(window, { state: 'ended', startedAt: window.startsAt, endedAt: now });
    case 'planned':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

/** Cancels a window that has not started. */
export function cancel(window: MaintenanceWindow, now: Temporal.Instant): Step {
  switch (window.state) {
    case 'planned':
      return changed(window, { state: 'cancelled' });
    case 'approved':
      return isBefore(now, window.startsAt)
        ? changed(window, { state: 'cancelled' })
        : { kind: 'wrong-state' };
    case 'started':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

function changed(window: MaintenanceWindow, change: Partial<MaintenanceWindow>): Step {
  return { kind: 'changed', window: { ...window, ...change, version: window.version + 1n } };
}

/**
 * Returns whether the window closes the bank at this time. Computed on every request: an approved window closes the
 * bank at its start time and opens it at its end even if the job that records this is late.
 */
export function isClosedBy(window: MaintenanceWindow, now: Temporal.Instant): boolean {
  const isOver = window.endsAt !== undefined && !isBefore(now, window.endsAt);
  switch (window.state) {
    case 'started':
      return !isOver;
    case 'approved':
      return !isOver && !isBefore(now, window.startsAt);
    case 'planned':
    case 'ended':
    case 'cancelled':
      return false;
  }
}

/** Returns the transition that is due by time and not recorded yet. */
export function dueStep(window: MaintenanceWindow, now: Temporal.Instant): 'start' | 'end' | undefined {
  switch (window.state) {
    case 'approved':
      return isBefore(now, window.startsAt) ? undefined : 'start';
    case 'started':
      return window.endsAt === undefined || isBefore(now, window.endsAt) ? undefined : 'end';
    case 'planned':
    case 'ended':
    case 'cancelled':
      return undefined;
  }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
