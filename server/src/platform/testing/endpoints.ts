import { everyone } from '#platform/auth/access.ts';
import type { Contract, Interface, RequestOf } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import type { Context } from '#platform/work/context.ts';

/** An interface for tests only, in the given dialect. */
export function testInterface(dialect: Dialect, basePath: string = `/v1/${dialect.name}`): Interface {
  return { name: dialect.name, title: 'Test', basePath, dialect, duringMaintenance: 'closed' };
}

/** A contract with defaults: a public GET without a body. */
export function testContract(
  overrides: Pick<Contract, 'interface'> & Partial<Contract> & { readonly at?: string },
): Contract {
  const { at = '/thing', ...rest } = overrides;
  return {
    operationId: `Test_${overrides.interface.name}${at}`,
    method: 'GET',
    path: `${overrides.interface.basePath}${at}`,
    summary: 'Only for tests',
    description: 'Does what the test wants.',
    access: everyone,
    request: {},
    responses: { 200: { description: 'Done.' } },
    problems: [],
    idempotency: 'none',
    rate: 'unlimited',
    source: 'addition',
    ...rest,
  };
}

/** An endpoint whose operation is a plain function from request to response. */
export function testEndpoint(
  contract: Contract,
  run: (context: Context, request: RequestOf<Contract>) => HttpResponse | Promise<HttpResponse> = () => ({
    status: 200,
  }),
): Endpoint<object> {
  return {
    contract,
    operation: { name: 'forTests' },
    run: async (context, _ports, request) => run(context, request),
  };
}
