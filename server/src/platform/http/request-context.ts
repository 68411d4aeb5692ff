import type { FastifyRequest } from 'fastify';
import { bankOf, type Caller, type IdempotencyDuty } from '#platform/auth/caller.ts';
import { hashBytes } from '#platform/crypto/hash-bytes.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context, IdempotencyKey } from '#platform/work/context.ts';
import { type Contract, isKeyRequired } from './contract.ts';
import type { Dialect } from './dialect.ts';
import { slotOf } from './request-slot.ts';
import type { RequestState } from './request-state.ts';
import type { Services } from './services.ts';
import { sourceAddressOf } from './source-address.ts';

/** Policy value `idempotency-key-length`. */
const keyPattern = /^[\x21-\x7E]{16,64}$/;

/** Builds the context of the operation. */
export async function contextOf(
  request: FastifyRequest,
  state: RequestState,
  contract: Contract,
  services: Services,
): Promise<Context> {
  const bankId = bankOf(state.caller) ?? '';
  return {
    database: services.database,
    db: services.database.forBank(bankId),
    bankId,
    hostBankId: services.tppBanks.bankOfHost(request.headers.host),
    clock: services.clock,
    ids: services.ids,
    caller: state.caller,
    log: services.log,
    origin: {
      operationId: contract.operationId,
      requestId: state.requestId,
      sourceAddress: sourceAddressOf(request.raw, state.listener),
    },
    idempotency: await idempotencyOf(request, contract, dutyOf(state.caller)),
    slot: slotOf(request.raw),
    responseVault: services.responseVault,
    metrics: services.metrics,
  };
}

function dutyOf(caller: Caller): IdempotencyDuty {
  return ('idempotency' in caller ? caller.idempotency : undefined) ?? 'seed-compatible';
}

async function idempotencyOf(
  request: FastifyRequest,
  contract: Contract,
  duty: IdempotencyDuty,
): Promise<IdempotencyKey | undefined> {
  if (contract.idempotency === 'none') return undefined;
  const header = contract.interface.dialect.idempotencyHeader;
  const key = request.headers[header];
  if (key === undefined) {
    if (isKeyRequired(contract, duty)) throw keyProblem(header, 'required', 'This command requires a key.');
    return undefined;
  }
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw keyProblem(header, 'format', 'Must be 16 to 64 printable characters.');
  }
  return {
    key: canonicalKey(header, key),
    requestHash: await hashOf(request, contract.interface.dialect.keyedHeaders),
  };
}

/** RFC 9562 4: a UUID in capitals is the same UUID, so a repeat with it must not take effect a second time. */
function canonicalKey(header: Dialect['idempotencyHeader'], key: string): string {
  return header === 'x-request-id' ? key.toLowerCase() : key;
}

const headerNames = { 'idempotency-key': 'Idempotency-Key', 'x-request-id': 'X-Request-ID' } as const;

function keyProblem(header: keyof typeof headerNames, code: FieldError['code'], message: string): Error {
  return standardProblems.invalid({
    fieldErrors: [{ part: 'header', path: [headerNames[header]], code, message }],
  });
}

/** The same key must always have the same path, the same bytes and the same values of the headers that count. */
function hashOf({ body, headers, url }: FastifyRequest, keyedHeaders: readonly string[]): Promise<Buffer> {
  const sent = keyedHeaders.map((name) => headers[name] ?? null);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return hashBytes('sha256', bytes, { prefix: `${JSON.stringify([url, ...sent])}\n` });
}
