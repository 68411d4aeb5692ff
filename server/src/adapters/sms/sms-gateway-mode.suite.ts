import { Type } from 'typebox';

/** Mode of the gateway; absent means normal. */
export interface SmsGatewayMode {
  /** The port is closed; open connections are cut. */
  readonly isDown?: boolean;
  /** Cuts the connection instead of responding, before or after it has accepted the message. */
  readonly cut?: 'before' | 'after';
  /** Waits before it responds. */
  readonly delayMs?: number;
  /** Responds with this status and accepts nothing. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** Regular expression of numbers: 422. */
  readonly reject?: string;
  /** Response body for an accepted message, instead of its reference. */
  readonly answer?: string;
}

/** Settings of the gateway. */
export interface SmsGatewayStart {
  readonly port: number;
  readonly journalPath: string;
  readonly token: string;
}

/** Sends delivery reports of accepted messages to the product's own interface. */
export interface ReceiptOrder {
  readonly url: string;
  readonly token: string;
  readonly communicationIds: readonly string[];
  readonly status: 'sent' | 'delivered' | 'failed';
  readonly headers?: Readonly<Record<string, string>>;
  readonly caPem?: string;
}

/** Commands to the program. */
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
      response: Type.Optional(Type.String()),
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
