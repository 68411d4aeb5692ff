import { Temporal } from 'temporal-polyfill';
import type { OutboundMessage } from '../ports/channel.ts';

const created = Temporal.Instant.from('2026-03-01T09:30:00Z');
let made = 0;

/** A message for tests, with a new id by default. */
export function outboundMessageFor(to: string, more: Partial<OutboundMessage> = {}): OutboundMessage {
  made += 1;
  return {
    bankId: 'bank-1',
    communicationId: `0195f0b5-7a00-7000-8000-${String(made).padStart(12, '0')}`,
    to,
    title: 'Your statement is ready',
    text: 'Good morning.\nYour statement for February is ready.',
    html: undefined,
    enclosures: [],
    language: 'en',
    created,
    expires: created.add({ hours: 24 }),
    ...more,
  };
}
