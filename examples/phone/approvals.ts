import { createHash } from 'node:crypto';
import { BankRefusal, listAt, textAt, valueAt } from './bank-connection.ts';
import type { SigningKey } from './keys.ts';
import type { Session } from './session.ts';

/** A request of the bank to approve something. */
export interface Approval {
  readonly approvalId: string;
  readonly kind: string;
  readonly requestedBy: string;
  readonly text: string;
  /** What is approved, as the bank computes its hash. */
  readonly order: string;
  readonly digest: string;
  readonly needsNumber: boolean;
  readonly expiresAt: string;
}

/** What an answer led to. */
export type Answer =
  | { readonly kind: 'approved' | 'refused' | 'over' }
  | { readonly kind: 'wrong-number'; readonly attemptsLeft: number };

/** The requests to this phone. */
export interface Approvals {
  list(): Promise<readonly Approval[]>;
  /** `number`: what the customer typed; empty where the page shows none. */
  approve(approval: Approval, number: string): Promise<Answer>;
  refuse(approval: Approval): Promise<Answer>;
}

const path = '/api/v1/approvals';

export function createApprovals(session: Session, key: () => SigningKey): Approvals {
  const answer = async (approvalId: string, verb: 'approve' | 'refuse', body?: object): Promise<unknown> =>
    session.call({ method: 'PUT', path: `${path}/${approvalId}/${verb}`, ...(body && { body }) });
  return {
    list: async () => listAt(await session.call({ method: 'GET', path }), 'approvals').map(approvalIn),
    async approve({ approvalId, digest, order }, number) {
      // What is signed is what was shown: the hash is computed here, not believed.
      if (digestOf(order) !== digest) throw new Error('The request has another hash than the bank says.');
      const signature = key().sign(['portico device approval', approvalId, number, digest].join('\n'));
      const body = { signature, ...(number === '' ? {} : { number }) };
      return answer(approvalId, 'approve', body).then(() => ({ kind: 'approved' }), refusalOf);
    },
    refuse: ({ approvalId }) => answer(approvalId, 'refuse').then(() => ({ kind: 'refused' }), refusalOf),
  };
}

export function digestOf(order: string): string {
  return `sha-256:${createHash('sha256').update(order).digest('hex')}`;
}

function approvalIn(value: unknown): Approval {
  return {
    approvalId: textAt(value, 'approvalId'),
    kind: textAt(value, 'kind'),
    requestedBy: textAt(value, 'requestedBy'),
    text: textAt(value, 'text'),
    order: textAt(value, 'order'),
    digest: textAt(value, 'digest'),
    needsNumber: valueAt(value, 'needsNumber') === true,
    expiresAt: textAt(value, 'expiresAt'),
  };
}

function refusalOf(error: unknown): Answer {
  if (!(error instanceof BankRefusal)) throw error;
  if (error.code === 'approval-over' || error.status === 404) return { kind: 'over' };
  if (error.code !== 'number-wrong') throw error;
  return { kind: 'wrong-number', attemptsLeft: Number(valueAt(error.content, 'attemptsLeft')) };
}
