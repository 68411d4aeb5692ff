import type { SendResult } from '#capabilities/correspondence/ports/channel.ts';

type FailedSend = Exclude<SendResult, { kind: 'accepted' }>;

/** Command that the server replied to. */
type Stage = 'message' | 'sender' | 'session';

interface SmtpReply {
  readonly stage: Stage;
  readonly code: number;
  /** RFC 3463, if the server sent one. */
  readonly enhanced: string | undefined;
}

const closing = 421;
const tooLarge = 552;

/** Maps the failure of an attempt to a result. Returns only codes: servers quote addresses in their texts. */
export function sendResultOf(error: unknown): FailedSend {
  const { code, command, originalCode, response, responseCode } = membersOf(error);
  if (command === 'MAIL FROM' && code === 'EMESSAGE' && responseCode === undefined)
    return { kind: 'refused', reason: 'smtp size' };
  if (typeof responseCode !== 'number' || responseCode < 400)
    return { kind: 'unavailable', reason: `smtp ${codeOf(originalCode ?? code)}` };
  return classify({ stage: stageOf(command), code: responseCode, enhanced: enhancedIn(response) });
}

/** What the library adds to an error; the original code is more precise. */
type Members = Readonly<
  Partial<Record<'code' | 'command' | 'originalCode' | 'response' | 'responseCode', unknown>>
>;

function membersOf(error: unknown): Members {
  return typeof error === 'object' && error !== null ? error : {};
}

function classify(reply: SmtpReply): FailedSend {
  const reason = `smtp ${[reply.code, reply.enhanced].filter((part) => part !== undefined).join(' ')}`;
  if (reply.stage === 'session' || reply.code === closing) return { kind: 'unavailable', reason };
  const isForGood = reply.code >= 500;
  if (reply.stage === 'message') return { kind: isForGood ? 'refused' : 'deferred', reason };
  return { kind: senderRefusal(reply), reason };
}

/**
 * A rejected sender is a configuration error that concerns only messages of its bank: they are deferred, with counted
 * attempts, and those of other banks continue. A request for credentials concerns all messages.
 */
function senderRefusal({ code, enhanced = '' }: SmtpReply): FailedSend['kind'] {
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

/** Codes of the library and of the runtime are in capitals; any other text may contain personal data. */
function codeOf(code: unknown): string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'failed';
}

/** Returns the queue id of a message, in the formats of common servers. */
export function queueIdIn(response: string): string | undefined {
  return /(?:queued as |\bid=)([A-Za-z0-9._-]{1,64})/i.exec(response)?.[1];
}
