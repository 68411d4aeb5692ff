/**
 * Why a call failed. `timeout`, `unreachable` and `busy` may be temporary; the others persist until the request, the
 * policy or the remote server changes.
 */
export type EgressRefusalReason =
  | 'purpose-unknown'
  | 'url'
  | 'scheme'
  | 'userinfo'
  | 'host'
  | 'port'
  | 'address'
  | 'header'
  | 'redirect'
  | 'too-large'
  | 'tls'
  | 'timeout'
  | 'unreachable'
  | 'busy'
  | 'closed';

/** What a refusal may reveal about its request. */
export type EgressRefusalContext = Readonly<{
  purpose: string;
  target?: string;
  code?: string;
  /** False unless stated: most refusals happen before there is a connection. */
  wasSent?: boolean;
}>;

/**
 * The only error of the egress client. It contains purpose, scheme, host and port, never path, query, header or body,
 * and has no cause: errors of the runtime contain raw packets and certificates.
 */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
  readonly reason: EgressRefusalReason;
  /** Whether the remote server may have received the request, or a part of it. */
  readonly wasSent: boolean;

  constructor(reason: EgressRefusalReason, context: EgressRefusalContext) {
    const details = [`purpose ${context.purpose}`, context.target, context.code].filter(
      (part) => part !== undefined,
    );
    super(`egress refused: ${reason} (${details.join(', ')})`);
    this.reason = reason;
    this.wasSent = context.wasSent ?? false;
  }
}
