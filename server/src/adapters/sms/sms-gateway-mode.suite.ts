import { Type } from 'typebox';

/** How the gateway behaves; absent means that it behaves well. */
export interface SmsGatewayMode {
  /** Nobody listens; open connections are cut. */
  readonly isDown?: boolean;
  /** Cuts the connection instead of answering, before or after it has taken the message. */
  readonly cut?: 'before' | 'after';
  /** Waits before it answers. */
  readonly delayMs?: number;
  /** Answers this and takes nothing. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** Regular expression of numbers: 422. */
  readonly reject?: string;
  /** What it says when it has taken a message, instead of its reference. */
  readonly answer?: string;
}

/** What the gateway is started with. */
export interface SmsGatewayStart {
  readonly port: number;
  readonly journalPath: string;
  readonly token: string;
}

/** Reports about messages that the gateway has taken, to the product's own interface. */
export interface ReceiptOrder {
  readonly url: string;
  readonly token: string;
  readonly communicationIds: readonly string[];
  readonly status: 'sent' | 'delivered' | 'failed';
  readonly headers?: Readonly<Record<string, string>>;
  readonly caPem?: string;
}

/** What is said to the program. */
export const smsGatewayMessage = Type.Object({
  id: Type.Number(),
  start: Type.Optional(
    Type.Object({ port: Type.Number(), journalPath: Type.String(), token: Type.String() }),
  ),
  mode: Type.Optional(
    Type.Object({
      isDown: Type.Optional(Type.Boolean()),
      cut: Type.Optional(Type.Union([Type.Literal('before'), Type.Literal('after')])),
      delayMs: Type.Optional(Type.Number()),
      status: Type.Optional(Type.Number()),
      retryAfterSeconds: Type.Optional(Type.Number()),
      reject: Type.Optional(Type.String()),
      answer: Type.Optional(Type.String()),
    }),
  ),
  receipts: Type.Optional(
    Type.Object({
      url: Type.String(),
      token: Type.String(),
      communicationIds: Type.Array(Type.String()),
      status: Type.Union([Type.Literal('sent'), Type.Literal('delivered'), Type.Literal('failed')]),
      headers: Type.Optional(Type.Record(Type.String(), Type.String())),
      caPem: Type.Optional(Type.String()),
    }),
  ),
});
