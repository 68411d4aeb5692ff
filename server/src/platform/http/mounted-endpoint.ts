import type { HttpResponse } from '#platform/kernel/http-response.ts';
import type { Context } from '#platform/work/context.ts';
import type { Contract, RequestOf } from './contract.ts';
import { problemsOf } from './contract.ts';
import type { DelegatedRequest } from './delegated-request.ts';
import type { Endpoint } from './endpoint.ts';
import { compileGuard, type GuardOptions, type ResponseGuard } from './response-guard.ts';
import { compileRequest, type RawRequest, type Validated } from './validation.ts';

/** An endpoint with everything that is compiled at start. */
export interface MountedEndpoint {
  readonly contract: Contract;
  readonly validate: (raw: RawRequest) => Validated;
  readonly guard: ResponseGuard;
  readonly problems: ReadonlySet<string>;
  run(context: Context, request: RequestOf<Contract>): Promise<HttpResponse>;
  readonly pass: ((context: Context, delegatedRequest: DelegatedRequest) => Promise<void>) | undefined;
}

/** Compiles the endpoint and binds it to the ports of its capability. */
export function mountEndpoint<Ports>(
  endpoint: Endpoint<Ports>,
  ports: Ports,
  options: GuardOptions,
): MountedEndpoint {
  const { contract } = endpoint;
  return {
    contract,
    validate: compileRequest(contract),
    guard: compileGuard(contract, options),
    problems: new Set(problemsOf(contract).map(({ owner, literal }) => `${owner} ${literal}`)),
    run: (context, request) => endpoint.run(context, ports, request),
    pass:
      endpoint.pass &&
      ((context, delegatedRequest) => endpoint.pass?.(context, ports, delegatedRequest) ?? Promise.resolve()),
  };
}
