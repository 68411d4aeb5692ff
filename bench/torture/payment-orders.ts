import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { approvalOf, initiationOf } from '../harness/payment-requests.ts';
import type { BankRequest, BankResponse } from '../harness/test-third-party.ts';

const lanes = 4;
/** Pause of a third party whose request failed. */
const retryMs = 100;

/** What the responses to a third party and its customers said. */
export interface PaymentTally {
  /** Payments that the bank acknowledged. */
  readonly initiated: Set<string>;
  /** Payments whose approval the bank acknowledged. */
  readonly approved: Set<string>;
  /** Payments for which a second factor was demanded: what an exemption depends on could not be read. */
  doubtful: number;
  /** Requests without a response, or with 503. */
  cut: number;
  /** Answered initiations that were sent once more, and those of them that got another answer. */
  again: number;
  unequal: number;
  readonly unexpected: string[];
}

export function emptyTally(): PaymentTally {
  return {
    initiated: new Set(),
    approved: new Set(),
    doubtful: 0,
    cut: 0,
    again: 0,
    unequal: 0,
    unexpected: [],
  };
}

export interface PaymentLoad {
  readonly payers: readonly Payer[];
  readonly tally: PaymentTally;
}

/** Lets customers pay until the load is stopped; every payment that began is approved first. */
export function keepPaying(
  bank: PaymentBank,
  { payers, tally }: PaymentLoad,
): { readonly stop: () => Promise<void> } {
  let isOver = false;
  const running = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = lane; !isOver; turn += lanes) {
        const payer = payers[turn % payers.length];
        if (payer !== undefined) await pay(bank, payer, tally);
      }
    }),
  );
  return {
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** Returns an initiation with its id, under which it may be repeated. */
export function newInitiation(payer: Payer): BankRequest {
  const initiation = initiationOf(payer);
  return { ...initiation, headers: { ...initiation.headers, 'x-request-id': randomUUID() } };
}

/** Initiates a payment and approves it; every request is repeated until the bank answers it. */
async function pay(bank: PaymentBank, payer: Payer, tally: PaymentTally): Promise<void> {
  const initiation = newInitiation(payer);
  const initiated = await insist(bank, tally, initiation);
  if (initiated.status !== 201) return void tally.unexpected.push(`initiation: ${JSON.stringify(initiated)}`);
  const paymentId = String(at(initiated.body, 'paymentId'));
  tally.initiated.add(paymentId);
  // Every second answer counts as lost on its way.
  if (tally.initiated.size % 2 === 0) await repeat(bank, tally, { initiation, initiated });
  const path = String(at(initiated.body, '_links', 'self', 'href'));
  const approved = await approve(bank, tally, approvalOf(payer, paymentId));
  const scaStatus = at(approved.body, 'scaStatus');
  // A doubtful payment needs a second factor; a lost connection may leave it before the method is chosen.
  if (scaStatus === 'scaMethodSelected' || scaStatus === 'psuAuthenticated')
    return void (tally.doubtful += 1);
  const isApproved =
    scaStatus === 'exempted' ||
    // The approval was saved and its response lost: a repeated request finds a payment that takes no more.
    (approved.status === 409 && (await isBeyondApproval(bank, tally, path)));
  if (isApproved) tally.approved.add(paymentId);
  else tally.unexpected.push(`approval: ${JSON.stringify(approved)}`);
}

interface Initiated {
  readonly initiation: BankRequest;
  readonly initiated: BankResponse;
}

async function repeat(
  bank: PaymentBank,
  tally: PaymentTally,
  { initiated, initiation }: Initiated,
): Promise<void> {
  const repeated = await insist(bank, tally, initiation);
  tally.again += 1;
  if (JSON.stringify(repeated) !== JSON.stringify(initiated)) tally.unequal += 1;
}

/** Starts an authorisation and enters the password, in one request or in two. */
async function approve(bank: PaymentBank, tally: PaymentTally, approval: BankRequest): Promise<BankResponse> {
  if (tally.initiated.size % 4 < 2) return insist(bank, tally, approval);
  const started = await insist(bank, tally, { ...approval, body: {} });
  if (started.status !== 201) return started;
  const path = `${approval.path}/${String(at(started.body, 'authorisationId'))}`;
  const entered = await insist(bank, tally, { method: 'PUT', path, body: approval.body });
  // The password was saved and its response lost: a repeated one comes too late, and the status says what comes next.
  return entered.status === 400 ? insist(bank, tally, { method: 'GET', path }) : entered;
}

async function isBeyondApproval(bank: PaymentBank, tally: PaymentTally, path: string): Promise<boolean> {
  const { body } = await insist(bank, tally, { method: 'GET', path: `${path}/status` });
  return at(body, 'transactionStatus') !== 'RCVD';
}

/** Repeats a request under its id until the bank answers it. */
export async function insist(
  bank: PaymentBank,
  tally: PaymentTally,
  request: BankRequest,
): Promise<BankResponse> {
  const headers = { 'x-request-id': randomUUID(), ...request.headers };
  for (;;) {
    const response = await bank.send({ ...request, headers }).catch(() => undefined);
    if (response !== undefined && response.status < 500) return response;
    tally.cut += 1;
    await wait(retryMs);
  }
}
