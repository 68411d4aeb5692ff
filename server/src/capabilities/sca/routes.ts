import { notificationRequestIn } from '#capabilities/tpp-notifications/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { type AuthorisationPlace, authorisationContracts } from './contract/authorisations.ts';
import type { SubjectKind, SubjectRef } from './domain/subject.ts';
import { getAuthorisation } from './operations/get-authorisation.ts';
import { listAuthorisations } from './operations/list-authorisations.ts';
import { type StartAuthorisation, startAuthorisation } from './operations/start-authorisation.ts';
import { type UpdateAuthorisation, updateAuthorisation } from './operations/update-authorisation.ts';
import type { ScaPorts } from './ports/sca-ports.ts';
import { approvalRequestIn, type RequestHeaders } from './wire/approval-request.ts';
import { type Place, toList, toRead, toStarted, toUpdated } from './wire/authorisation.ts';
import { type UpdateBody, updateIn } from './wire/update.ts';

/** Authorisations of one kind of resource: where they are found, and which parameter names the resource. */
export interface AuthorisedResource extends AuthorisationPlace {
  readonly subjectKind: SubjectKind;
  readonly idParameter: string;
}

type Params = Readonly<Record<string, unknown>>;

/** Returns the routes of the authorisations of a resource, for the capability that owns the resource. */
export function authorisationRoutes(resource: AuthorisedResource): readonly Endpoint<ScaPorts>[] {
  const { list, read, start, update } = authorisationContracts(resource);
  const subjectIn = (params: Params): SubjectRef => ({
    kind: resource.subjectKind,
    id: String(params[resource.idParameter]),
  });
  const targetIn = (params: Params) => ({
    subject: subjectIn(params),
    authorisationId: String(params['authorisationId']),
  });
  const placeIn = (params: Params): Place => {
    const path = resource.resourcePath.replaceAll(/\{([\w\-]+)\}/gv, (_, name: string) =>
      String(params[name]),
    );
    return { resource: path, list: `${path}/${resource.collection}` };
  };
  return [
    endpoint(start, {
      toCommand: ({ body, headers, params }) =>
        toStart({ subject: subjectIn(params), listPath: placeIn(params).list }, headers, body),
      operation: startAuthorisation,
      toResponse: (started, { params }) => toStarted(started, placeIn(params)),
    }),
    endpoint(list, {
      toCommand: ({ params }) => ({ subject: subjectIn(params) }),
      operation: listAuthorisations,
      toResponse: toList,
    }),
    endpoint(read, {
      toCommand: ({ params }) => targetIn(params),
      operation: getAuthorisation,
      toResponse: toRead,
    }),
    endpoint(update, {
      toCommand: ({ body, headers, params }): UpdateAuthorisation => ({
        ...targetIn(params),
        update: updateIn(body, headers['psu-id']),
        listPath: placeIn(params).list,
      }),
      operation: updateAuthorisation,
      toResponse: (view, { params }) => toUpdated(view, placeIn(params)),
    }),
  ];
}

function toStart(
  target: Pick<StartAuthorisation, 'subject' | 'listPath'>,
  headers: RequestHeaders,
  body: UpdateBody | undefined,
): StartAuthorisation {
  const update = updateIn(body, headers['psu-id']);
  return {
    ...target,
    ...approvalRequestIn(headers),
    notifications: notificationRequestIn(headers),
    // Who the customer is, a new authorisation knows from its start.
    update: update?.kind === 'identify' ? undefined : update,
  };
}
