import Type, { type TObject } from 'typebox';
import { notificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import {
  approachHeaders,
  authenticationObject,
  challengeData,
  links,
  notificationRequestHeaders,
  psuContextHeaders,
  psuHeaders,
} from '#dialects/xs2a/schema-parts.ts';
import { vopStatus } from '#dialects/xs2a/vop-status.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { callers } from '#platform/auth/access.ts';
import type { Psd2Role } from '#platform/auth/psd2-certificate.ts';
import { type Contract, contract, type Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { scaStatuses } from '../domain/status.ts';
import { problems } from '../problems.ts';

const { Optional } = Type;

/** Where the authorisations of one kind of resource are found. */
export interface AuthorisationPlace {
  readonly interface: Interface;
  /** Path of the resource, such as `/v1/consents/{consentId}`. */
  readonly resourcePath: string;
  /** Last step of the path: cancellations have their own list. */
  readonly collection: 'authorisations' | 'cancellation-authorisations';
  /** Parameters of the path of the resource. */
  readonly params: TObject;
  readonly roles: readonly [Psd2Role, ...Psd2Role[]];
  /** Stands in the operation ids, such as `Consent`. */
  readonly name: string;
  /** Stands in the summaries, such as `a consent`. */
  readonly noun: string;
  /** Whether the customer may choose the account on the page; not if the resource always names it. */
  readonly mayLeaveAccountsOpen?: false;
  /** Whether the payee of the resource is verified before it takes authorisations. */
  readonly verifiesPayee?: true;
  /** Whether the resource may be in a signing basket. */
  readonly mayBeGrouped?: true;
  /** Whether it may have payees whose results only the bank can show. */
  readonly mayNeedPage?: true;
  /** Which of the four operations the specification names. */
  readonly inSeed: readonly ('start' | 'list' | 'read' | 'update')[];
}

const status = Type.Enum([...scaStatuses]);
const message = Optional(Type.String({ maxLength: 500 }));

const started = named(
  'StartedAuthorisation',
  'An authorisation that was started, with what follows.',
  Type.Object({
    scaStatus: status,
    authorisationId: Type.String(),
    scaMethods: Optional(Type.Array(authenticationObject)),
    chosenScaMethod: Optional(authenticationObject),
    challengeData: Optional(challengeData),
    originalTransactionInformationAndVopStatus: Optional(vopStatus),
    _links: links,
    psuMessage: message,
    tppMessages: tppWarnings,
  }),
  { scaMethods: 'Methods to choose from; absent if there is no choice.' },
);

const read = named(
  'AuthorisationStatus',
  'How far an authorisation is.',
  Type.Object({ scaStatus: status, psuMessage: message, _links: Optional(links) }),
);

/** SPEC 001 spells the status of this response `scatransactionStatus`; clients of the standard read `scaStatus`. */
const updated = named(
  'UpdatedAuthorisation',
  'An authorisation after a step of the customer, with what follows.',
  Type.Object({
    scaStatus: status,
    scatransactionStatus: status,
    authorisationId: Type.String(),
    scaMethods: Optional(Type.Array(authenticationObject)),
    chosenScaMethod: Optional(authenticationObject),
    challengeData: Optional(challengeData),
    originalTransactionInformationAndVopStatus: Optional(vopStatus),
    _links: links,
    psuMessage: message,
  }),
  { scatransactionStatus: 'The same as `scaStatus`, as some versions of the standard spell it.' },
);

const password = Type.String({ minLength: 1, maxLength: 1_024 });

/** SPEC xs2a 1.9: at most one of the members; which one says what is asked. */
const update = named(
  'AuthorisationData',
  'Data of the customer, one member for each step.',
  Type.Object(
    {
      psuData: Optional(
        Type.Object({
          password: Optional(password),
          encryptedPassword: Optional(Type.String()),
          additionalPassword: Optional(Type.String()),
          additionalEncryptedPassword: Optional(Type.String()),
        }),
      ),
      authenticationMethodId: Optional(Type.String({ minLength: 1, maxLength: 35 })),
      scaAuthenticationData: Optional(Type.String({ minLength: 1, maxLength: 64 })),
      confirmationCode: Optional(Type.String({ minLength: 1, maxLength: 128 })),
    },
    { additionalProperties: false },
  ),
  {
    authenticationMethodId: 'The chosen method.',
    scaAuthenticationData: 'The code of the customer.',
    confirmationCode: 'Code that the page of the bank returned with the customer.',
  },
);

const approachHeader = {
  'aspsp-sca-approach': 'How the customer approves: EMBEDDED, REDIRECT or DECOUPLED.',
} as const;

const examples = {
  'start without data': {},
  'with the password of the customer': { psuData: { password: 'correct horse battery staple' } },
  'select a method': { authenticationMethodId: 'sms-5f1c2a' },
  'with the code of the customer': { scaAuthenticationData: '48291307' },
};

/** Of data that a customer sends, with the start or after it. */
const refusals = [
  problems['not-in-this-approach'],
  problems['not-in-this-state'],
  problems['credentials-invalid'],
  problems['customer-blocked'],
  problems['approval-pending'],
  problems['method-unknown'],
  problems['customer-missing'],
  problems['password-not-encrypted'],
  problems['subject-closed'],
];

/** The four operations on the authorisations of a resource. They are the same for every kind of resource. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- each contract keeps its own schemas
export function authorisationContracts(place: AuthorisationPlace) {
  const { collection, inSeed, name, noun, resourcePath, roles } = place;
  const path = `${resourcePath}/${collection}`;
  const params = place.params;
  const isOpenPossible = collection === 'authorisations' && place.mayLeaveAccountsOpen !== false;
  const oneParams = Type.Object({ ...params.properties, authorisationId: Type.String({ maxLength: 64 }) });
  const sourceOf = (operation: AuthorisationPlace['inSeed'][number]): Contract['source'] =>
    inSeed.includes(operation) ? 'S001' : 'addition';
  const common = { interface: place.interface, access: callers({ tpp: { roles } }) } as const;
  return {
    start: contract({
      ...common,
      operationId: `${name}_Authorisation_Start`,
      method: 'POST',
      path,
      summary: `Start an authorisation of ${noun}`,
      description:
        "Begins the customer's approval, in the embedded approach with the data in the body. The links of the response say what follows.",
      request: {
        params,
        headers: Type.Object({
          ...psuHeaders,
          ...psuContextHeaders,
          ...approachHeaders,
          ...notificationRequestHeaders,
        }),
        body: { kind: 'json', schema: update, presence: 'optional', examples },
      },
      responses: {
        201: {
          description: 'Started.',
          body: started,
          headers: { ...approachHeader, ...notificationHeaders, location: 'Path of the authorisation.' },
        },
      },
      problems: [
        ...refusals,
        problems['authorisation-unknown'],
        ...(collection === 'cancellation-authorisations' ? [problems['not-requested']] : []),
        ...(isOpenPossible ? [problems['accounts-open']] : []),
        ...(place.verifiesPayee === true ? [problems['payee-unconfirmed']] : []),
        ...(place.mayBeGrouped === true ? [problems['subject-grouped']] : []),
        ...(place.mayNeedPage === true ? [problems['page-needed']] : []),
        problems['subject-over'],
        problems['too-many-authorisations'],
        problems['redirect-uri-missing'],
      ],
      idempotency: 'required',
      rate: 'tpp-change',
      source: sourceOf('start'),
    }),
    list: contract({
      ...common,
      operationId: `${name}_Authorisation_GetList`,
      method: 'GET',
      path,
      summary: `List the authorisations of ${noun}`,
      description: 'The ids of all authorisations, also of those that failed.',
      request: { params },
      responses: {
        200: {
          description: 'Their ids.',
          body: Type.Object({ authorisationIds: Type.Array(Type.String()) }),
        },
      },
      problems: [problems['authorisation-unknown']],
      idempotency: 'none',
      rate: 'tpp-read',
      source: sourceOf('list'),
    }),
    read: contract({
      ...common,
      operationId: `${name}_Authorisation_Get`,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      summary: `Read the status of an authorisation of ${noun}`,
      description:
        'How far the customer is, such as `scaMethodSelected`, `finalised` or `failed`. Poll it while a customer approves on a device.',
      request: { params: oneParams },
      responses: { 200: { description: 'Its status.', body: read } },
      problems: [problems['authorisation-unknown']],
      idempotency: 'none',
      rate: 'tpp-read',
      source: sourceOf('read'),
    }),
    update: contract({
      ...common,
      operationId: `${name}_Authorisation_Update`,
      method: 'PUT',
      path: `${path}/{authorisationId}`,
      summary: `Send data of the customer for an authorisation of ${noun}`,
      description:
        'The next step in the embedded approach: the password, the chosen method, or the code. Send one of them; the links of the response say which is next.',
      request: {
        params: oneParams,
        headers: Type.Object({ ...psuHeaders, ...psuContextHeaders }),
        body: { kind: 'json', schema: update, presence: 'optional', examples },
      },
      responses: { 200: { description: 'What follows.', body: updated, headers: approachHeader } },
      problems: [
        ...refusals,
        problems['authorisation-unknown'],
        problems['authorisation-ended'],
        problems['authorisation-failed'],
        problems['already-approved'],
      ],
      idempotency: 'required',
      rate: 'tpp-change',
      source: sourceOf('update'),
    }),
  } as const;
}
