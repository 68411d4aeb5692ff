import { authorisationRoutes } from '#capabilities/sca/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as contracts from './contract/signing-baskets.ts';
import { createBasket } from './operations/create-basket.ts';
import { deleteBasket } from './operations/delete-basket.ts';
import { getBasket } from './operations/get-basket.ts';
import { getBasketStatus } from './operations/get-basket-status.ts';
import type { BasketsPorts } from './ports/baskets-ports.ts';
import { toCreated, toCreation, toRead, toStatus } from './wire/signing-baskets.ts';

/** All routes of this capability. Authorisations belong to the engine of approvals. */
export const basketsRoutes: readonly Endpoint<BasketsPorts>[] = [
  endpoint(contracts.createBasket, {
    toCommand: toCreation,
    operation: createBasket,
    toResponse: toCreated,
  }),
  endpoint(contracts.getBasket, {
    toCommand: ({ params }) => params,
    operation: getBasket,
    toResponse: toRead,
  }),
  endpoint(contracts.getBasketStatus, {
    toCommand: ({ params }) => params,
    operation: getBasketStatus,
    toResponse: toStatus,
  }),
  endpoint(contracts.deleteBasket, {
    toCommand: ({ params }) => params,
    operation: deleteBasket,
    toResponse: () => ({ status: 204 as const }),
  }),
  ...authorisationRoutes({
    interface: contracts.basketsInterface,
    resourcePath: contracts.resourcePath,
    collection: 'authorisations',
    params: contracts.basketParams,
    roles: contracts.basketRoles,
    name: 'SigningBasket',
    noun: 'a signing basket',
    mayLeaveAccountsOpen: false,
    mayNeedPage: true,
    inSeed: ['start', 'list'],
    subjectKind: 'signing-basket',
    idParameter: 'basketId',
  }),
];
