import { type Caller, callerId } from '#platform/auth/caller.ts';
import type { Context } from './context.ts';

/** One field that changed; values for ordinary data, hashes for sensitive ones. */
export interface AuditedChange {
  readonly field: string;
  readonly before?: string | number | boolean | null;
  readonly after?: string | number | boolean | null;
}

/** What a command records about itself in the audit trail; the platform adds the rest. */
export interface AuditDetails {
  readonly aggregateKind: string;
  readonly aggregateId: string;
  readonly changes: readonly AuditedChange[];
  /** The literal of a problem that was raised after commit. */
  readonly problem?: string;
  /**
   * Before and after of personal data, encrypted under the key of the data subject: once that key is deleted they are
   * unreadable, and the chain over them stays valid.
   */
  readonly sealed?: Buffer;
}

/** Returns the text that is stored, hashed and sealed: built once, with a fixed order of members. */
export function auditRecord(context: Context, details: AuditDetails): string {
  const { caller, origin } = context;
  return JSON.stringify({
    requestId: origin.requestId,
    operation: origin.operationId,
    actor: actorOf(caller),
    sourceAddress: origin.sourceAddress ?? null,
    aggregate: { kind: details.aggregateKind, id: details.aggregateId },
    changes: details.changes,
    outcome: details.problem === undefined ? 'done' : 'refused',
    problem: details.problem ?? null,
    ...(details.sealed === undefined ? {} : { sealed: details.sealed.toString('base64') }),
  });
}

function actorOf(caller: Caller): Readonly<Record<string, string | null>> {
  const actor = { kind: caller.kind, id: callerId(caller) };
  switch (caller.kind) {
    case 'customer':
      return { ...actor, clientId: caller.clientId, deviceId: caller.deviceId ?? null };
    case 'delegate':
    case 'employee':
      return { ...actor, clientId: caller.clientId };
    case 'anonymous':
    case 'tpp':
    case 'application':
    case 'system':
      return actor;
  }
}
