import type { Context } from '#platform/work/context.ts';
import type { Contract, HttpResponse, RequestOf, ResponseOf } from './contract.ts';
import type { DelegatedRequest } from './delegated-request.ts';

/** One line of a capability's list: contract → translate → operation → translate. */
export interface Endpoint<Ports> {
  readonly contract: Contract;
  readonly operation: { readonly name: string };
  run(context: Context, ports: Ports, request: RequestOf<Contract>): Promise<HttpResponse>;
  /** Present where the request is handed on as it came. */
  pass?(context: Context, ports: Ports, handed: DelegatedRequest): Promise<void>;
}

interface EndpointParts<C extends Contract, Ports, Command, Result> {
  readonly toCommand: (request: RequestOf<C>) => Command;
  readonly operation: (context: Context & Ports, command: Command) => Promise<Result>;
  readonly toResponse: (result: Result, request: RequestOf<C>) => ResponseOf<C>;
}

/**
 * Joins a contract with the operation behind it. The way back to the wire is known before the operation runs,
 * because the answer to an idempotent command is stored in the command's own transaction.
 */
export function endpoint<const C extends Contract, Ports, Command, Result>(
  contract: C,
  parts: EndpointParts<C, Ports, Command, Result>,
): Endpoint<Ports> {
  return {
    contract,
    operation: parts.operation,
    async run(context, ports, validated) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- validated against the schemas of this very contract
      const request = validated as RequestOf<C>;
      const toResponse = onceFor(
        (result: unknown): HttpResponse =>
          // oxlint-disable-next-line typescript/consistent-type-assertions -- the result comes from this endpoint's operation
          parts.toResponse(result as Result, request) as HttpResponse,
      );
      const result = await parts.operation(
        { ...context, ...ports, toAnswer: toResponse },
        parts.toCommand(request),
      );
      return toResponse(result);
    },
  };
}

/**
 * An endpoint that is passed on. The doors before it are the same as everywhere: who may come, how often, by which
 * listener, one line in the log. The contract describes it, and tests hold it to that.
 */
export function delegated<Ports>(
  contract: Contract,
  operation: (context: Context & Ports, delegated: DelegatedRequest) => Promise<void>,
): Endpoint<Ports> {
  return {
    contract,
    operation,
    run: async () => {
      throw new Error(`${contract.operationId} is passed on, never run`);
    },
    pass: (context, ports, handed) => operation({ ...context, ...ports }, handed),
  };
}

/** A command's answer is needed twice, to be stored and to be sent; it is made once. */
function onceFor(make: (result: unknown) => HttpResponse): (result: unknown) => HttpResponse {
  let made: { readonly result: unknown; readonly answer: HttpResponse } | undefined;
  return (result) => {
    if (made === undefined || made.result !== result) made = { result, answer: make(result) };
    return made.answer;
  };
}
