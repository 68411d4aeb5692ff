import type { HttpResponse } from '#platform/kernel/http-response.ts';
import type { Context } from '#platform/work/context.ts';
import { jsonSchemaOf } from './body-kinds.ts';
import { hasClassMembers, type RequestPart, resolveClassMembers } from './class-members.ts';
import type { Contract, RequestOf, ResponseOf } from './contract.ts';
import type { DelegatedRequest } from './delegated-request.ts';

/** One line of a capability's list: contract → translate → operation → translate. */
export interface Endpoint<Ports> {
  readonly contract: Contract;
  readonly operation: { readonly name: string };
  run(context: Context, ports: Ports, request: RequestOf<Contract>): Promise<HttpResponse>;
  /** Present if the request is delegated. */
  pass?(context: Context, ports: Ports, delegatedRequest: DelegatedRequest): Promise<void>;
}

interface EndpointParts<C extends Contract, Ports, Command, Result> {
  readonly toCommand: (request: RequestOf<C>) => Command;
  readonly operation: (context: Context & Ports, command: Command) => Promise<Result>;
  readonly toResponse: (result: Result, request: RequestOf<C>) => ResponseOf<C>;
}

/**
 * Joins a contract with its operation. The translation of the result is known before the operation runs, because the
 * response to an idempotent command is stored in the command's own transaction.
 */
export function endpoint<const C extends Contract, Ports, Command, Result>(
  contract: C,
  parts: EndpointParts<C, Ports, Command, Result>,
): Endpoint<Ports> {
  const withClassMembers = classPartsOf(contract);
  return {
    contract,
    operation: parts.operation,
    async run(context, ports, sent) {
      let validated = sent;
      for (const part of withClassMembers) {
        const resolved = await resolveClassMembers(context, part, validated[part.part]);
        validated = { ...validated, [part.part]: resolved };
      }
      // oxlint-disable-next-line typescript/consistent-type-assertions -- validated against this contract
      const request = validated as RequestOf<C>;
      const toResponse = onceFor(
        (result: unknown): HttpResponse =>
          // oxlint-disable-next-line typescript/consistent-type-assertions -- the result comes from this endpoint's operation
          parts.toResponse(result as Result, request) as HttpResponse,
      );
      const result = await parts.operation(
        { ...context, ...ports, toHttpResponse: toResponse },
        parts.toCommand(request),
      );
      return toResponse(result);
    },
  };
}

function classPartsOf({ request }: Contract): readonly RequestPart[] {
  const schemas = { query: request.query, body: jsonSchemaOf(request.body) };
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = schemas[part];
    return schema !== undefined && hasClassMembers(schema) ? [{ part, schema }] : [];
  });
}

/**
 * Declares a delegated endpoint. The same checks run before it as everywhere: access, rate limits, listener, one log
 * line. The contract describes it, and tests verify that.
 */
export function delegated<Ports>(
  contract: Contract,
  operation: (context: Context & Ports, delegated: DelegatedRequest) => Promise<void>,
): Endpoint<Ports> {
  return {
    contract,
    operation,
    run: async () => {
      throw new Error(`${contract.operationId} is delegated and has no operation`);
    },
    pass: (context, ports, delegatedRequest) => operation({ ...context, ...ports }, delegatedRequest),
  };
}

/** The response to a command is needed twice, to store and to send; it is translated once. */
function onceFor(make: (result: unknown) => HttpResponse): (result: unknown) => HttpResponse {
  let made: { readonly result: unknown; readonly response: HttpResponse } | undefined;
  return (result) => {
    if (made === undefined || made.result !== result) made = { result, response: make(result) };
    return made.response;
  };
}
