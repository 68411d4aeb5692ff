import { Temporal } from 'temporal-polyfill';
import type { Brand } from '#platform/kernel/brand.ts';
import { isUuid } from '#platform/kernel/ids.ts';

export type WindowId = Brand<string, 'WindowId'>;

export const windowStates = ['planned', 'approved', 'started', 'ended', 'cancelled'] as const;
export type WindowState = (typeof windowStates)[number];

export interface MaintenanceWindow {
  readonly id: WindowId;
  readonly bankId: string;
  readonly state: WindowState;
  readonly startsAt: Temporal.Instant;
  /** Without it the maintenance lasts until somebody ends it. */
  readonly endsAt: Temporal.Instant | undefined;
  /** Language tag → what customers and third parties are told. */
  readonly messages: Readonly<Record<string, string>>;
  readonly plannedBy: string;
  readonly approvedBy: string | undefined;
  readonly startedAt: Temporal.Instant | undefined;
  readonly endedAt: Temporal.Instant | undefined;
  readonly version: bigint;
}

export type Step =
  | { readonly kind: 'moved'; readonly window: MaintenanceWindow }
  | { readonly kind: 'wrong-state' }
  | { readonly kind: 'own-approval' };

export function isWindowId(text: string): text is WindowId {
  return isUuid(text);
}

/** A window in the past would never have been approved in time. */
export function isPlannable(
  startsAt: Temporal.Instant,
  endsAt: Temporal.Instant | undefined,
  now: Temporal.Instant,
): boolean {
  return endsAt === undefined || (isBefore(startsAt, endsAt) && isBefore(now, endsAt));
}

/** Two people: the one who planned does not approve. */
export function approve(window: MaintenanceWindow, by: string): Step {
  switch (window.state) {
    case 'planned':
      if (by === window.plannedBy) return { kind: 'own-approval' };
      return moved(window, { state: 'approved', approvedBy: by });
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
      return moved(window, { state: 'started', startedAt: now });
    case 'planned':
    case 'started':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

/** A window that has begun by its time can be ended even before anybody wrote down that it began. */
export function end(window: MaintenanceWindow, now: Temporal.Instant): Step {
  switch (window.state) {
    case 'started':
      return moved(window, { state: 'ended', endedAt: now });
    case 'approved':
      if (isBefore(now, window.startsAt)) return { kind: 'wrong-state' };
      return moved(window, { state: 'ended', startedAt: window.startsAt, endedAt: now });
    case 'planned':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

/** Only what has not begun can be called off. */
export function cancel(window: MaintenanceWindow, now: Temporal.Instant): Step {
  switch (window.state) {
    case 'planned':
      return moved(window, { state: 'cancelled' });
    case 'approved':
      return isBefore(now, window.startsAt) ? moved(window, { state: 'cancelled' }) : { kind: 'wrong-state' };
    case 'started':
    case 'ended':
    case 'cancelled':
      return { kind: 'wrong-state' };
  }
}

function moved(window: MaintenanceWindow, change: Partial<MaintenanceWindow>): Step {
  return { kind: 'moved', window: { ...window, ...change, version: window.version + 1n } };
}

/**
 * Whether the bank is closed at this moment. Decided when asked: an approved window closes the bank at its time even
 * if the job that writes it down is late, and opens it again the same way.
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

/** What the clock has to write down about this window now. */
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
