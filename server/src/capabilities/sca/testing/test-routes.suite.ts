import Type from 'typebox';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { testInterface } from '#platform/testing/endpoints.ts';
import type { SubjectKind, SubjectRef } from '../domain/subject.ts';
import { authorisationRoutes } from '../routes.ts';

const roles = ['PSP_PI', 'PSP_AI', 'PSP_IC'] as const;

interface TestPlace {
  readonly basePath: string;
  /** Path of a resource, `{id}` for its id. */
  readonly resourcePath: string;
  readonly collection: 'authorisations' | 'cancellation-authorisations';
}

/** Where the authorisations of each kind of resource are; none is a path of the product, beside which they are served. */
const places: Readonly<Record<SubjectKind, TestPlace>> = {
  payment: {
    basePath: '/v1/payments',
    resourcePath: '/v1/payments/sepa-credit-transfers/{id}',
    collection: 'authorisations',
  },
  'payment-cancellation': {
    basePath: '/v1/payments',
    resourcePath: '/v1/payments/sepa-credit-transfers/{id}',
    collection: 'cancellation-authorisations',
  },
  consent: {
    basePath: '/v1/consents',
    resourcePath: '/v1/consents/of-tests/{id}',
    collection: 'authorisations',
  },
  'funds-confirmation-consent': {
    basePath: '/v2/consents',
    resourcePath: '/v2/consents/of-tests/{id}',
    collection: 'authorisations',
  },
  'signing-basket': {
    basePath: '/v1/signing-baskets',
    resourcePath: '/v1/signing-baskets/of-tests/{id}',
    collection: 'authorisations',
  },
};

/** Routes of the authorisations of every kind of resource. */
export const testRoutes = Object.entries(places).flatMap(([kind, place]) =>
  authorisationRoutes({
    interface: testInterface(xs2a, place.basePath),
    resourcePath: place.resourcePath,
    collection: place.collection,
    params: Type.Object({ id: Type.String() }),
    roles,
    name: `Test_${kind.replaceAll(/-|^./gv, (found) => (found === '-' ? '' : found.toUpperCase()))}`,
    noun: `a ${kind.replaceAll('-', ' ')}`,
    mayBeGrouped: true,
    inSeed: ['start', 'list'],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a key of `places`
    subjectKind: kind as SubjectKind,
    idParameter: 'id',
  }),
);

/** Returns the path of the authorisations of a resource. */
export function authorisationsOf({ id, kind }: SubjectRef): string {
  const { collection, resourcePath } = places[kind];
  return `${resourcePath.replace('{id}', id)}/${collection}`;
}
