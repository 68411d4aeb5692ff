import { plain } from '#dialects/plain/plain.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { methodsOf, optionsOf } from './contract/options.ts';
import { listMethods } from './operations/list-methods.ts';
import type { ClientPorts } from './ports/client-ports.ts';
import { approvalRoutes } from './routes/approval-routes.ts';
import { deviceRoutes } from './routes/device-routes.ts';
import { ownDataRoutes } from './routes/own-data-routes.ts';
import { restrictionRoutes } from './routes/restriction-routes.ts';

const operations: readonly Endpoint<ClientPorts>[] = [
  ...ownDataRoutes,
  ...deviceRoutes,
  ...restrictionRoutes,
  ...approvalRoutes,
];
const contracts = operations.map(({ contract }) => contract);

const optionsRoutes = optionsOf(contracts).map((contract) =>
  endpoint(contract, {
    toCommand: () => undefined,
    operation: listMethods,
    toResponse() {
      const methods = methodsOf(contract.path, contracts);
      const patch = methods.includes('PATCH')
        ? { 'accept-patch': plain.consumes.filter(isWhole).join(', ') }
        : {};
      return { status: 204, headers: { allow: methods.join(', '), ...patch } };
    },
  }),
);

/** `+json` stands for a family, which the header cannot name. */
const isWhole = (mediaType: string): boolean => mediaType.includes('/');

export const clientRoutes: readonly Endpoint<ClientPorts>[] = [...operations, ...optionsRoutes];
