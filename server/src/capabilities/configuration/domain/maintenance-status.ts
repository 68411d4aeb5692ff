import type { Temporal } from 'temporal-polyfill';
import { chooseLanguage } from '#platform/kernel/language.ts';
import { isClosedBy, type MaintenanceWindow } from './maintenance-window.ts';

/** The public maintenance status of a bank. */
export interface MaintenanceStatus {
  readonly isInMaintenance: boolean;
  readonly message: string;
}

/** Maintenance windows and language of a bank. */
export interface BankMaintenance {
  readonly defaultLanguage: string;
  readonly windows: readonly MaintenanceWindow[];
}

const retrySecondsMin = 1;
const retrySecondsMax = 3_600;
/** Five minutes, where no end is known. */
const retrySecondsUnknown = 300;

/** Returns the window that closes the bank now, if any. */
export function closingWindow(
  { windows }: BankMaintenance,
  now: Temporal.Instant,
): MaintenanceWindow | undefined {
  return windows.find((window) => isClosedBy(window, now));
}

export function statusOf(
  maintenance: BankMaintenance,
  now: Temporal.Instant,
  languages: readonly string[],
): MaintenanceStatus {
  const window = closingWindow(maintenance, now);
  return window === undefined
    ? { isInMaintenance: false, message: '' }
    : { isInMaintenance: true, message: messageOf(window, languages, maintenance.defaultLanguage) };
}

export function messageOf(
  { messages }: MaintenanceWindow,
  languages: readonly string[],
  fallback: string,
): string {
  return messages[chooseLanguage(languages, Object.keys(messages), fallback)] ?? '';
}

/** Returns the seconds after which a client may retry. */
export function retryAfterSeconds({ endsAt }: MaintenanceWindow, now: Temporal.Instant): number {
  if (endsAt === undefined) return retrySecondsUnknown;
  const seconds = Math.ceil(endsAt.since(now).total('seconds'));
  return Math.min(retrySecondsMax, Math.max(retrySecondsMin, seconds));
}
