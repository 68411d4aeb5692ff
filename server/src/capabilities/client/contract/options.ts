import { everyone } from '#platform/auth/access.ts';
import { type Contract, contract, isHeadAnswered } from '#platform/http/contract.ts';
import { clientInterface } from './client-interface.ts';

const camelCase = (path: string): string =>
  path
    .split(/[^A-Za-z]+/u)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

/** Returns the methods of a path. */
export function methodsOf(path: string, contracts: readonly Contract[]): readonly string[] {
  const own = contracts.filter((one) => one.path === path);
  const methods = own.map(({ method }) => method);
  return [
    ...methods.filter((one) => one === 'GET'),
    ...(own.some(isHeadAnswered) ? ['HEAD'] : []),
    ...methods.filter((one) => one !== 'GET'),
    'OPTIONS',
  ];
}

/** SPEC 000: every path of this interface answers OPTIONS. */
export function optionsOf(contracts: readonly Contract[]): readonly Contract[] {
  const byPath = new Map(contracts.map((one) => [one.path, one]));
  return [...byPath].map(([path, { request, source }]) =>
    contract({
      operationId: `Client_Options${camelCase(path.slice(clientInterface.basePath.length))}`,
      interface: clientInterface,
      method: 'OPTIONS',
      path,
      summary: `Methods of ${path}`,
      description: 'Returns the methods of the path in `Allow`, and the media types of a patch.',
      access: everyone,
      request: request.params === undefined ? {} : { params: request.params },
      responses: {
        204: {
          description: 'The methods of this path.',
          headers: {
            allow: 'The methods.',
            'accept-patch': 'The media types of a patch, where there is one.',
          },
        },
      },
      problems: [],
      idempotency: 'none',
      rate: 'anonymous',
      duringMaintenance: 'open',
      source,
    }),
  );
}
