import { type Caller, callerId } from '#platform/auth/caller.ts';
import type { Context } from './context.ts';

/** One field that changed; values for ordinary data, hashes for sensitive ones. */
export interface AuditedChange {
  readonly field: string;
  readonly before?: string | number | boolean | null;
  readonly after?: string | number | boolean | null;
}

/** What a command says about itself for the audit trail; the rest is known to the platform. */
export interface AuditNote {
  readonly aggregateKind: string;
  readonly aggregateId: string;
  readonly changes: readonly AuditedChange[];
  /** A refusal that is remembered names its literal. */
  readonly problem?: string;
  /**
   * Before and after of personal data, sealed under the key of the one they are about: once that key is gone they are
   * noise, and the chain over them still holds.
   */
  readonly sealed?: Buffer;
}

/** The text that is stored, hashed and sealed: built once, with a fixed order of members. */
export function auditRecord(context: Context, note: AuditNote): string {
  const { caller, origin } = context;
  return JSON.stringify({
    requestId: origin.requestId,
    operation: origin.operationId,
    actor: actorOf(caller),
    sourceAddress: origin.sourceAddress ?? null,
    aggregate: { kind: note.aggregateKind, id: note.aggregateId },
    changes: note.changes,
    outcome: note.problem === undefined ? 'done' : 'refused',
    problem: note.problem ?? null,
    ...(note.sealed === undefined ? {} : { sealed: note.sealed.toString('base64') }),
  });
}

function actorOf(caller: Caller): Readonly<Record<string, string | null>> {
  const actor = { kind: caller.kind, id: callerId(caller) };
  switch (caller.kind) {
    case 'customer':
      return { ...actor, clientId: caller.clientId, deviceId: caller.deviceId ?? null };
    case 'employee':
      return { ...actor, clientId: caller.clientId };
    case 'anonymous':
    case 'tpp':
    case 'application':
    case 'system':
      return actor;
  }
}
