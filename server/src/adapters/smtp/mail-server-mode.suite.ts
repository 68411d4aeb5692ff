import { Type } from 'typebox';

/** Modes of the mail server. All members may be combined; absent means normal. */
export interface MailServerMode {
  /** The port is closed; open connections are cut. */
  readonly isDown?: boolean;
  /** Accepts the connection and never replies. */
  readonly isSilent?: boolean;
  /** Waits before it acknowledges a message. */
  readonly delayMs?: number;
  /** Cuts the connection: instead of a greeting, in the middle of a message, or after it. */
  readonly cut?: 'at-greeting' | 'mid-data' | 'after-data';
  /** Replies 451 for a Message-ID it has not seen before. */
  readonly isGreylisting?: boolean;
  /** Regular expressions of recipients: 550 and 451. */
  readonly reject?: string;
  readonly defer?: string;
  /** Regular expression of senders: 550. */
  readonly rejectSender?: string;
  /** Replies 554 for the content of every message. */
  readonly rejectsContent?: boolean;
  /** Replies 421 after this many messages on a connection. */
  readonly leaveAfter?: number;
}

/** Settings of the mail server. */
export interface MailServerStart {
  readonly port: number;
  readonly journalPath: string;
  /** Whether the journal contains the message itself, in base64. */
  readonly content: 'stored' | 'hashed';
  readonly tls?: { readonly certPem: string; readonly keyPem: string };
  readonly credentials?: { readonly user: string; readonly password: string };
}

const mode = Type.Object({
  isDown: Type.Optional(Type.Boolean()),
  isSilent: Type.Optional(Type.Boolean()),
  delayMs: Type.Optional(Type.Number()),
  cut: Type.Optional(
    Type.Union([Type.Literal('at-greeting'), Type.Literal('mid-data'), Type.Literal('after-data')]),
  ),
  isGreylisting: Type.Optional(Type.Boolean()),
  reject: Type.Optional(Type.String()),
  defer: Type.Optional(Type.String()),
  rejectSender: Type.Optional(Type.String()),
  rejectsContent: Type.Optional(Type.Boolean()),
  leaveAfter: Type.Optional(Type.Number()),
});

const start = Type.Object({
  port: Type.Number(),
  journalPath: Type.String(),
  content: Type.Union([Type.Literal('stored'), Type.Literal('hashed')]),
  tls: Type.Optional(Type.Object({ certPem: Type.String(), keyPem: Type.String() })),
  credentials: Type.Optional(Type.Object({ user: Type.String(), password: Type.String() })),
});

/** Commands to the program. */
export const mailServerMessage = Type.Object({
  id: Type.Number(),
  start: Type.Optional(start),
  mode: Type.Optional(mode),
});
