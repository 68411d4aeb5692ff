import type { Temporal } from 'temporal-polyfill';
import { chooseLanguage } from '#platform/kernel/language.ts';
import { isClosedBy, type MaintenanceWindow } from './maintenance-window.ts';

/** What the public is told. */
export interface MaintenanceStatus {
  readonly isInMaintenance: boolean;
  readonly message: string;
}

/** The bank as far as its maintenance is concerned. */
export interface BankOutlook {
  readonly defaultLanguage: string;
  readonly windows: readonly MaintenanceWindow[];
}

const retrySecondsMin = 1;
const retrySecondsMax = 3_600;
/** Where no end is known, come back in five minutes. */
const retrySecondsUnknown = 300;

/** The window that closes the bank now, if any. */
export function closingWindow(
  { windows }: BankOutlook,
  now: Temporal.Instant,
): MaintenanceWindow | undefined {
  return windows.find((window) => isClosedBy(window, now));
}

export function statusOf(
  outlook: BankOutlook,
  now: Temporal.Instant,
  languages: readonly string[],
): MaintenanceStatus {
  const window = closingWindow(outlook, now);
  return window === undefined
    ? { isInMaintenance: false, message: '' }
    : { isInMaintenance: true, message: messageOf(window, languages, outlook.defaultLanguage) };
}

export function messageOf(
  { messages }: MaintenanceWindow,
  languages: readonly string[],
  fallback: string,
): string {
  return messages[chooseLanguage(languages, Object.keys(messages), fallback)] ?? '';
}

/** When it is worth asking again. */
export function retryAfterSeconds({ endsAt }: MaintenanceWindow, now: Temporal.Instant): number {
  if (endsAt === undefined) return retrySecondsUnknown;
  const seconds = Math.ceil(endsAt.since(now).total('seconds'));
  return Math.min(retrySecondsMax, Math.max(retrySecondsMin, seconds));
}
