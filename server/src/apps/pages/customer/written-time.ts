import type { Temporal } from 'temporal-polyfill';
import { type Html, html } from '#platform/html/html.ts';
import type { PageContext } from './page-context.ts';

/** A moment as people write it, in their own time where that is known. */
export function momentOf(
  instant: Temporal.Instant,
  timeZone: string | undefined,
  { language }: PageContext,
): Html {
  const written = instant.toZonedDateTimeISO(timeZone ?? 'UTC').toLocaleString(language.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    // Somebody else's time must not pass for one's own.
    ...(timeZone === undefined ? { timeZoneName: 'short' } : {}),
  });
  return html`<time datetime="${instant.toString()}">${written}</time>`;
}
