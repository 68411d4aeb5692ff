import type { EventHandler } from '#platform/work/event-handler.ts';
import { answerBulk } from './operations/answer-bulk.ts';
import type { PayeeVerificationsPorts } from './ports/payee-verifications-ports.ts';

/** Returns the event handlers of the payee verifications capability. */
export function payeeEventHandlers(ports: PayeeVerificationsPorts): readonly EventHandler[] {
  return [
    {
      consumer: 'payee-verifications-bulks',
      events: ['bulk-payee-verification-requested'],
      handle: (context, event) => answerBulk({ ...context, ...ports }, event),
    },
  ];
}
