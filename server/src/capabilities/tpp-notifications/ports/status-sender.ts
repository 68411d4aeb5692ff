import type { SendResult } from '../domain/delivery.ts';

/** A message as it leaves the bank. */
export interface OutgoingMessage {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Port: sends messages to third parties. Never throws for what the receiver or its address does. */
export interface StatusSender {
  send(message: OutgoingMessage): Promise<SendResult>;
}
