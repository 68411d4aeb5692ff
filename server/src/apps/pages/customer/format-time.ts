import type { Temporal } from 'temporal-polyfill';
import { type Html, html } from '#platform/html/html.ts';
import type { PartContext } from './page-context.ts';

/** Formats a time in the user's language, and in the user's time zone if it is known. */
export function formatTime(
  instant: Temporal.Instant,
  timeZone: string | undefined,
  { language }: PartContext,
): Html {
  const written = instant.toZonedDateTimeISO(timeZone ?? 'UTC').toLocaleString(language.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    // Name the time zone if it is not the user's own.
    ...(timeZone === undefined ? { timeZoneName: 'short' } : {}),
  });
  return html`<time datetime="${instant.toString()}">${written}</time>`;
}
