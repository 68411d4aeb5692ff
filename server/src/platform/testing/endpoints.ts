import { everyone } from '#platform/auth/access.ts';
import type { Contract, HttpResponse, Interface, RequestOf } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { Context } from '#platform/work/context.ts';

/** An interface that only tests have, speaking the given dialect. */
export function testInterface(dialect: Dialect, basePath: string = `/v1/${dialect.name}`): Interface {
  return { name: dialect.name, title: 'Test', basePath, dialect, duringMaintenance: 'closed' };
}

/** A contract with everything that a test does not care about filled in: a public GET without a body. */
export function testContract(
  given: Pick<Contract, 'interface'> & Partial<Contract> & { readonly at?: string },
): Contract {
  const { at = '/thing', ...rest } = given;
  return {
    operationId: `Test_${given.interface.name}${at}`,
    method: 'GET',
    path: `${given.interface.basePath}${at}`,
    summary: 'Only for tests',
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

/** An endpoint whose operation is a plain function from request to answer. */
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
