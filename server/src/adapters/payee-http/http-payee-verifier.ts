import { randomUUID } from 'node:crypto';
import { notApplicable, type PayeeVerifier } from '#capabilities/payee-verifications/index.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { EgressRefused } from '#platform/egress/egress-refused.ts';
import type { EgressResponse } from '#platform/egress/pinned-exchange.ts';
import { answerIn, toBody } from './wire.ts';

export interface HttpPayeeOptions {
  readonly egress: Egress;
  /** Presents the client certificate. */
  readonly purpose: string;
  /** Of the bank; the path of the scheme is appended. */
  readonly url: string;
}

const path = '/vop/v1/payee-verifications';

/** Asks another bank about its accounts, over HTTP: one try, within the time of the question. */
export function createHttpPayeeVerifier({ egress, purpose, url }: HttpPayeeOptions): PayeeVerifier {
  return {
    async verifyPayee(question) {
      let response: EgressResponse;
      try {
        response = await egress.send({
          purpose,
          method: 'POST',
          url: `${url.replace(/\/$/, '')}${path}`,
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            'x-request-id': randomUUID(),
          },
          body: JSON.stringify(toBody(question)),
          timeoutMs: question.timeoutMs,
        });
      } catch (error) {
        if (error instanceof EgressRefused) return notApplicable('unavailable');
        throw error;
      }
      return response.status === 200 ? answerIn(jsonIn(response), question) : notApplicable('unavailable');
    },
  };
}

function jsonIn({ body }: EgressResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
    // Whatever is not JSON is no answer.
  } catch {
    return undefined;
  }
}
