import { equal } from 'node:assert/strict';
import type { Payer, PaymentBank } from './payment-bank.ts';

/**
 * Waits for the newest e-mail about a payment and returns its sentence. Fails unless the mailbox has this many messages,
 * the newest one with the same sentence.
 */
export async function noticeTo(bank: PaymentBank, { party }: Payer, count = 1): Promise<string> {
  const sentence = await bank.product.stubs.mailed(party.email, /\n([^\r\n<]*Acme GmbH[^\r\n<]*)/);
  const messages = await bank.desk.messagesOf(party);
  equal(messages.length, count, 'messages in the mailbox');
  equal(messages[0]?.content.includes(sentence), true, `${sentence} in ${messages[0]?.content ?? ''}`);
  // Amounts have spaces that do not break.
  return sentence.replaceAll(/[\u00a0\u202f]/g, ' ');
}
