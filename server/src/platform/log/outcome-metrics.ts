import type { Registry } from 'prom-client';
import { boundTo, counter } from './metric-cells.ts';
import { metricTable } from './metric-table.ts';

const signInOutcomes = [
  'signed-in',
  'wrong-password',
  'wrong-factor',
  'locked',
  'limited',
  'refused',
] as const;
const messageChannels = ['email', 'sms', 'push', 'mailbox', 'letter'] as const;
const messageOutcomes = ['queued', 'sent', 'delivered', 'failed', 'expired', 'cancelled'] as const;
const codeChannels = ['sms', 'email', 'token', 'challenge'] as const;
const codeOutcomes = ['sent', 'verified', 'refused', 'exhausted', 'limited'] as const;

/** The closed sets of label values of the metrics per bank. */
export const outcomeLabels = {
  portico_sign_ins_total: { outcome: signInOutcomes },
  portico_messages_total: { channel: messageChannels, outcome: messageOutcomes },
  portico_codes_total: { channel: codeChannels, outcome: codeOutcomes },
} as const;

/** How a step of a customer, a message or a one-time password ended. */
export type CountedOutcome =
  | { readonly what: 'sign-in'; readonly outcome: (typeof signInOutcomes)[number] }
  | {
      readonly what: 'message';
      readonly channel: (typeof messageChannels)[number];
      readonly outcome: (typeof messageOutcomes)[number];
    }
  | {
      readonly what: 'code';
      readonly channel: (typeof codeChannels)[number];
      readonly outcome: (typeof codeOutcomes)[number];
    };

/** Counts an outcome of a bank. */
export type CountOutcome = (bankId: string, counted: CountedOutcome) => void;

/** Creates the counters of outcomes. Their series of each bank exist from the start, so that a first failure is a rise. */
export function outcomeMetrics(registry: Registry, bankIds: readonly string[]): CountOutcome {
  const bankOf = boundTo(bankIds);
  const signIns = counter(registry, metricTable.signIns);
  const messages = counter(registry, metricTable.messages);
  const codes = counter(registry, metricTable.codes);
  for (const bankId of bankIds) {
    for (const outcome of signInOutcomes) signIns(bankId, outcome)(0);
    for (const channel of messageChannels)
      for (const outcome of messageOutcomes) messages(bankId, channel, outcome)(0);
    for (const channel of codeChannels)
      for (const outcome of codeOutcomes) codes(bankId, channel, outcome)(0);
  }
  return (bankId, counted) => {
    const bank = bankOf(bankId);
    if (counted.what === 'sign-in') signIns(bank, counted.outcome)();
    else if (counted.what === 'message') messages(bank, counted.channel, counted.outcome)();
    else codes(bank, counted.channel, counted.outcome)();
  };
}
