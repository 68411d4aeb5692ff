import { randomUUID } from 'node:crypto';
import type { Payer, PaymentBank } from './payment-bank.ts';
import { peopleBank } from './sign-in-people.ts';

export interface FraudReport {
  readonly reportStatus: number;
  /** When the response to the report had arrived: its transaction is committed by then. */
  readonly reportedMs: number;
}

/** Reports as a call centre does. Rates count per application, so each report comes from another one. */
export async function reportFraud(
  { api, instance }: PaymentBank,
  { customerNumber: clientNumber }: Payer,
): Promise<FraudReport> {
  const token = await instance.mint.mint({
    kind: 'application',
    id: `call-centre-${randomUUID()}`,
    banks: [peopleBank],
    scope: 'fraud.report',
  });
  const response = await fetch(`http://127.0.0.1:${api.port}/api/v1/restrictions/report-suspected-fraud`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ category: 'account-takeover', clientNumber }),
  });
  await response.arrayBuffer();
  return { reportStatus: response.status, reportedMs: Date.now() };
}
