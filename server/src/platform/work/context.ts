import type { Caller } from '#platform/auth/caller.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { Autocommit } from '#platform/db/reader.ts';
import type { HttpResponse } from '#platform/http/contract.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Log } from '#platform/log/logger.ts';
import type { WorkSlot } from './poll-without-slot.ts';

/** The idempotency key a request carries, with the hash of what it asks for. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Where a command comes from; the audit trail keeps it. */
export interface Origin {
  readonly operationId: string;
  readonly requestId: string;
  readonly sourceAddress: string | undefined;
}

/** What an operation is given. Small and explicit; further needs are ports that the operation names in its type. */
export interface Context {
  readonly database: Database;
  /** Reads of the caller's bank, and writes that are committed at once; refuses both for a caller without bank. */
  readonly db: Autocommit;
  readonly bankId: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly caller: Caller;
  readonly log: Log;
  readonly origin: Origin;
  readonly idempotency: IdempotencyKey | undefined;
  /** The event a reaction answers to; its effect and the mark that it happened commit together. */
  readonly inbox?: { readonly consumer: string; readonly eventId: string };
  /** How the operation's result will be answered; stored with the idempotency key. */
  readonly toAnswer?: (result: unknown) => HttpResponse;
  /** What the request holds while it is worked on; absent outside of requests. */
  readonly slot?: WorkSlot;
  /** Seals the answers kept under idempotency keys; absent where nobody gave a master key. */
  readonly answerVault?: Vault | undefined;
}
