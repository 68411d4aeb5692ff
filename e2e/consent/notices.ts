import { ok } from 'node:assert/strict';
import { until } from '../../bench/harness/processes.ts';
import type { Payer, PaymentBank } from '../payment/payment-bank.ts';

/** Waits for an e-mail about a consent with this sentence, and for as many messages in the mailbox, one of which says the same. */
export async function expectNotice(
  bank: PaymentBank,
  { party }: Payer,
  { count, sentence }: { readonly count: number; readonly sentence: string },
): Promise<void> {
  // The subject of the e-mail is followed by no point.
  const said = await bank.product.stubs.mailed(party.email, new RegExp(`\\n(${sentence}[^\\r\\n<]*\\.)`));
  await until(async () => (await bank.desk.messagesOf(party)).length === count, `${count} messages`);
  const messages = await bank.desk.messagesOf(party);
  ok(
    messages.some(({ content }) => content.includes(said)),
    `${said} in ${JSON.stringify(messages)}`,
  );
}
