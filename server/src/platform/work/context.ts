import type { Caller } from '#platform/auth/caller.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { Autocommit } from '#platform/db/reader.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Log } from '#platform/log/logger.ts';
import type { CountOutcome } from '#platform/log/outcome-metrics.ts';
import type { WorkSlot } from './poll-without-slot.ts';

/** The idempotency key of a request, with the hash of the request. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Where a command comes from; recorded in the audit trail. */
export interface Origin {
  readonly operationId: string;
  readonly requestId: string;
  readonly sourceAddress: string | undefined;
}

/** The metrics that work may count. */
export interface OutcomeCounter {
  readonly countOutcome: CountOutcome;
}

/** What every operation gets. Small and explicit; further needs are ports that the operation names in its type. */
export interface Context {
  readonly database: Database;
  /** Reads of the caller's bank; throws for a caller without a bank. */
  readonly db: Autocommit;
  readonly bankId: string;
  /** The bank of the requested host name, for any caller; absent outside of requests and for unknown hosts. */
  readonly hostBankId?: string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly caller: Caller;
  readonly log: Log;
  readonly origin: Origin;
  readonly idempotency: IdempotencyKey | undefined;
  /** The event that an event handler processes; its effect and the record that it happened commit together. */
  readonly inbox?: { readonly consumer: string; readonly eventId: string };
  /** Translates the result of the operation to its response, which is stored with the idempotency key. */
  readonly toHttpResponse?: (result: unknown) => HttpResponse;
  /** The slot of the request while it is processed; absent outside of requests. */
  readonly slot?: WorkSlot;
  /** Encrypts the responses stored in idempotency records; absent without a master key. */
  readonly responseVault?: Vault | undefined;
  /** Counts outcomes for the metrics; absent in commands of operators, which are no traffic of the bank. */
  readonly metrics?: OutcomeCounter | undefined;
}
