import { Type } from 'typebox';

/** How the mail server behaves. Every member may be combined with the others; absent means that it behaves well. */
export interface MailServerMode {
  /** Nobody listens; open connections are cut. */
  readonly isDown?: boolean;
  /** Takes the connection and never says a word. */
  readonly isSilent?: boolean;
  /** Waits before it answers for a message. */
  readonly delayMs?: number;
  /** Cuts the connection: instead of a greeting, in the middle of a message, or when it has it all. */
  readonly cut?: 'at-greeting' | 'mid-data' | 'after-data';
  /** Answers 451 for a Message-ID it has not seen before. */
  readonly isGreylisting?: boolean;
  /** Regular expressions of recipients: 550 and 451. */
  readonly reject?: string;
  readonly defer?: string;
  /** Regular expression of senders: 550. */
  readonly rejectSender?: string;
  /** Answers 554 for the content of every message. */
  readonly isPicky?: boolean;
  /** Answers 421 after so many messages on a connection. */
  readonly leaveAfter?: number;
}

/** What the mail server is started with. */
export interface MailServerStart {
  readonly port: number;
  readonly journalPath: string;
  /** Whether the journal holds the message itself, in base64. */
  readonly content: 'kept' | 'hashed';
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
  isPicky: Type.Optional(Type.Boolean()),
  leaveAfter: Type.Optional(Type.Number()),
});

const start = Type.Object({
  port: Type.Number(),
  journalPath: Type.String(),
  content: Type.Union([Type.Literal('kept'), Type.Literal('hashed')]),
  tls: Type.Optional(Type.Object({ certPem: Type.String(), keyPem: Type.String() })),
  credentials: Type.Optional(Type.Object({ user: Type.String(), password: Type.String() })),
});

/** What is said to the program. */
export const mailServerMessage = Type.Object({
  id: Type.Number(),
  start: Type.Optional(start),
  mode: Type.Optional(mode),
});
