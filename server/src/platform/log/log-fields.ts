import type { DataClass } from '#platform/kernel/data-class.ts';

/** The type of a field: never an object or a list, so that nothing can hide inside. */
export type LogFieldType = 'text' | 'number' | 'flag';

/**
 * One field of a log line. Its data class can only be C1, internal: personal data (C2) would have to be masked,
 * sensitive data (C3) and secrets (C4) are never logged, so the table does not allow them.
 */
export interface LogField {
  readonly type: LogFieldType;
  readonly dataClass: Extract<DataClass, 'C1'>;
  readonly meaning: string;
}

const text = { type: 'text', dataClass: 'C1' } as const;
const number = { type: 'number', dataClass: 'C1' } as const;

/** All fields of log lines. Any other field is dropped before the line is written. */
export const logFields = {
  requestId: { ...text, meaning: 'Id of the request, as in its response.' },
  traceId: { ...text, meaning: 'Trace the request belongs to.' },
  operationId: { ...text, meaning: 'Operation of the contract; never the path, which contains ids.' },
  method: { ...text, meaning: 'HTTP method.' },
  status: { ...number, meaning: 'HTTP status of the response.' },
  outcome: { ...text, meaning: 'How it ended, as one literal.' },
  problem: { ...text, meaning: 'Literal of the problem in the response.' },
  cause: { ...text, meaning: 'Why a request got 401, 403 or 429; one of `refusalCauses`.' },
  required: { ...text, meaning: 'Scopes or roles the contract requires, of which the caller has none.' },
  rateClass: { ...text, meaning: 'Class of the rate limit that was reached.' },
  callerKind: { ...text, meaning: 'Kind of caller.' },
  callerId: { ...text, meaning: 'Client id, employee id or TPP authorisation number; never a customer.' },
  bankId: { ...text, meaning: 'Bank the work was done for.' },
  durationMs: { ...number, meaning: 'Time from first byte to response, or of the job.' },
  dbMs: { ...number, meaning: 'Time spent waiting for the database.' },
  poolWaitMs: { ...number, meaning: 'Time spent waiting for a connection.' },
  bytesOut: { ...number, meaning: 'Size of the response.' },
  jobKind: { ...text, meaning: 'Kind of job.' },
  jobId: { ...text, meaning: 'Id of the job.' },
  attempt: { ...number, meaning: 'Number of this attempt, from one.' },
  eventId: { ...text, meaning: 'Id of the event.' },
  eventName: { ...text, meaning: 'Name of the event.' },
  aggregateKind: { ...text, meaning: 'Kind of the aggregate.' },
  aggregateId: { ...text, meaning: 'Id of the aggregate, a random one; never a business number.' },
  check: { ...text, meaning: 'Health or start check.' },
  state: { ...text, meaning: 'State reached.' },
  signal: { ...text, meaning: 'Signal of the operating system.' },
  port: { ...number, meaning: 'Port of a listener.' },
  address: { ...text, meaning: 'Address of a listener; never the address of a caller.' },
  count: { ...number, meaning: 'Number of items.' },
  version: { ...text, meaning: 'Version of Portico.' },
  migration: { ...text, meaning: 'Name of a migration.' },
  sealHash: { ...text, meaning: 'Head of an audit chain, in hex.' },
  reason: { ...text, meaning: 'Why, as a constant literal; never external text.' },
  errorName: { ...text, meaning: 'Class of the error.' },
  errorCode: { ...text, meaning: 'Code of the error, e.g. a SQLSTATE.' },
  errorStack: { ...text, meaning: 'Stack frames of the error; its message is left out.' },
} as const satisfies Readonly<Record<string, LogField>>;

type Fields = typeof logFields;

interface ValueOfType {
  readonly text: string;
  readonly number: number;
  readonly flag: boolean;
}

/** What a log call may pass. `error` accepts a caught value and becomes the three error fields. */
export type LogFields = {
  readonly [Name in keyof Fields]?: ValueOfType[Fields[Name]['type']] | null | undefined;
} & { readonly error?: unknown };
