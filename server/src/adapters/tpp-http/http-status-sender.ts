import { resultOf, type StatusSender } from '#capabilities/tpp-notifications/index.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { type EgressRefusalReason, EgressRefused } from '#platform/egress/egress-refused.ts';

export interface HttpStatusSenderOptions {
  readonly egress: Egress;
  /** Presents the client certificate of the bank. */
  readonly purpose: string;
}

/** The address is not one that the bank calls, now and later. */
const forbidden: ReadonlySet<EgressRefusalReason> = new Set([
  'url',
  'scheme',
  'userinfo',
  'host',
  'port',
  'address',
]);
/** Portico, not the receiver, was unable to send. */
const ownReasons: ReadonlySet<EgressRefusalReason> = new Set(['busy', 'closed', 'purpose-unknown']);

/** Sends messages to third parties over HTTP: one try. Redirects are not followed, and bodies of responses not kept. */
export function createHttpStatusSender({ egress, purpose }: HttpStatusSenderOptions): StatusSender {
  return {
    async send({ address, body, headers }) {
      try {
        const { status } = await egress.send({ purpose, method: 'POST', url: address, headers, body });
        return resultOf(status);
        // What concerns the receiver is a result; a failure of the process is rethrown.
      } catch (error) {
        if (!(error instanceof EgressRefused) || ownReasons.has(error.reason)) throw error;
        const kind = forbidden.has(error.reason) ? 'forbidden' : 'failed';
        return { kind, failure: error.reason };
      }
    },
  };
}
