import type { AuthorizationPorts } from '#capabilities/authorization/index.ts';
import { signingContext as signingContextOf } from '#capabilities/sca/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';

/** Returns the context in which signing rules are asked about a payment. */
export function signingContext(ctx: Context & PaymentsPorts): Context & AuthorizationPorts {
  return signingContextOf(ctx, 'payments');
}
