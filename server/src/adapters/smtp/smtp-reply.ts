import type { SendResult } from '#capabilities/correspondence/ports/channel.ts';

type Untaken = Exclude<SendResult, { kind: 'taken' }>;

/** Where in the conversation the server said it. */
type Stage = 'message' | 'sender' | 'session';

interface SmtpReply {
  readonly stage: Stage;
  readonly code: number;
  /** RFC 3463, where the server gave one. */
  readonly enhanced: string | undefined;
}

const closing = 421;
const tooLarge = 552;

/** What the failure of an attempt means. Only codes are told on: servers quote addresses in their words. */
export function sendResultOf(error: unknown): Untaken {
  const { code, command, originalCode, response, responseCode } = membersOf(error);
  if (command === 'MAIL FROM' && code === 'EMESSAGE' && responseCode === undefined)
    return { kind: 'refused', reason: 'smtp size' };
  if (typeof responseCode !== 'number' || responseCode < 400)
    return { kind: 'unavailable', reason: `smtp ${wordOf(originalCode ?? code)}` };
  return judge({ stage: stageOf(command), code: responseCode, enhanced: enhancedIn(response) });
}

/** What the library adds to an error; the code it replaced is the one that says more. */
type Members = Readonly<
  Partial<Record<'code' | 'command' | 'originalCode' | 'response' | 'responseCode', unknown>>
>;

function membersOf(error: unknown): Members {
  return typeof error === 'object' && error !== null ? error : {};
}

function judge(answer: SmtpReply): Untaken {
  const reason = `smtp ${[answer.code, answer.enhanced].filter((part) => part !== undefined).join(' ')}`;
  if (answer.stage === 'session' || answer.code === closing) return { kind: 'unavailable', reason };
  const isForGood = answer.code >= 500;
  if (answer.stage === 'message') return { kind: isForGood ? 'refused' : 'deferred', reason };
  return { kind: senderRefusal(answer), reason };
}

/**
 * A sender that is not accepted is a slip in our configuration, seen only by messages of its bank: they wait, with an
 * end, and those of other banks go on. Asking for credentials concerns everybody.
 */
function senderRefusal({ code, enhanced = '' }: SmtpReply): Untaken['kind'] {
  if (code === tooLarge || enhanced === '5.3.4') return 'refused';
  if ([530, 534, 535, 538].includes(code)) return 'unavailable';
  return 'deferred';
}

function stageOf(command: unknown): Stage {
  if (command === 'RCPT TO' || command === 'DATA') return 'message';
  return command === 'MAIL FROM' ? 'sender' : 'session';
}

function enhancedIn(response: unknown): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
}

/** Codes of the library and of the runtime are words in capitals; anything else may quote somebody. */
function wordOf(code: unknown): string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'failed';
}

/** The id under which the server has queued a message, as the common servers tell it. */
export function queueIdIn(response: string): string | undefined {
  return /(?:queued as |\bid=)([A-Za-z0-9._-]{1,64})/i.exec(response)?.[1];
}
