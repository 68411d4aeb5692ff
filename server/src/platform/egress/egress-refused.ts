/**
 * Why nothing, or nothing usable, came back. `timeout`, `unreachable` and `busy` may pass with time; the
 * others stay until somebody changes the request, the policy or the far side.
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

/** What a refusal may say about the request it refuses. */
export type EgressRefusalContext = Readonly<{ purpose: string; target?: string; code?: string }>;

/**
 * The only way a call through the egress client fails. It names purpose, scheme, host and port, never path,
 * query, header or body, and keeps no cause: errors of the runtime carry raw packets and certificates.
 */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
  readonly reason: EgressRefusalReason;

  constructor(reason: EgressRefusalReason, context: EgressRefusalContext) {
    const told = [`purpose ${context.purpose}`, context.target, context.code].filter(
      (part) => part !== undefined,
    );
    super(`egress refused: ${reason} (${told.join(', ')})`);
    this.reason = reason;
  }
}
