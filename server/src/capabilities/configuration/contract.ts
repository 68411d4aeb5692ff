import Type from 'typebox';
import { plain } from '#dialects/plain/plain.ts';
import { callers, everyone } from '#platform/auth/access.ts';
import { xs2aOptions } from '#platform/config/xs2a-profile/profile.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { languageTagPattern } from '#platform/kernel/language.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from './problems.ts';
import { isPublished } from './steps/profile-content.ts';

const configuration: Interface = {
  name: 'configuration',
  title: 'Configuration',
  basePath: '/api/configuration',
  dialect: plain,
  parameters: {
    'accept-language': 'Languages of the message, the preferred one first.',
    lang: 'Language of the message; it wins over `Accept-Language`.',
    states: 'Only windows in one of these states.',
    windowId: 'Id of the window, from the list or from the response that planned it.',
  },
  duringMaintenance: 'open',
};

// SPEC 000: `{maintenance: boolean, maintenanceMessage: string}`, the same for all three banks.
const maintenanceStatus = named(
  'MaintenanceStatus',
  'Whether the bank is in maintenance.',
  Type.Object({
    maintenance: Type.Boolean(),
    maintenanceMessage: Type.String({ maxLength: 500 }),
  }),
  { maintenanceMessage: 'Text for customers; empty outside of maintenance.' },
);

const statusResponses = {
  200: {
    description: 'Maintenance status of the bank.',
    body: maintenanceStatus,
    headers: { etag: 'Changes with the status.', 'cache-control': 'Public, for half a minute.' },
  },
} as const;

// An Accept-Language value that is malformed or too long is ignored: it is not a parameter of the seed.
const acceptLanguage = Type.Object({ 'accept-language': Type.Optional(Type.String()) });
const language = Type.Object({ lang: Type.Optional(Type.String({ format: 'language' })) });

const status = {
  interface: configuration,
  method: 'GET',
  access: everyone,
  responses: statusResponses,
  problems: [],
  idempotency: 'none',
  rate: 'anonymous',
  source: 'S000',
} as const;

export const getMaintenance01 = contract({
  ...status,
  operationId: 'Configuration_GetMaintenance01',
  path: '/api/configuration/01/maintenance',
  summary: 'Maintenance status of bank 01',
  description:
    'Apps read it before the sign-in. `maintenance` is true while a window is open; the message is in the language of `lang`, else of `Accept-Language`.',
  request: { headers: acceptLanguage, query: language },
});

export const getMaintenance02 = contract({
  ...status,
  operationId: 'Configuration_GetMaintenance02',
  path: '/api/configuration/02/maintenance',
  summary: 'Maintenance status of bank 02',
  description: 'As the operation for bank 01.',
  request: { headers: acceptLanguage, query: language },
});

// SPEC 000 lists no 400 for nl.
// GAP: what nl does with a malformed or unknown parameter. We ignore it. ADR-0013
export const getMaintenanceNl = contract({
  ...status,
  operationId: 'Configuration_GetMaintenanceNl',
  path: '/api/configuration/nl/maintenance',
  summary: 'Maintenance status of bank nl',
  description: 'As the operation for bank 01.',
  request: {
    headers: acceptLanguage,
    query: Type.Object({ lang: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
  },
});

const xs2aProfile: Interface = {
  name: 'xs2a-profile',
  title: 'What the bank offers to third parties',
  basePath: '/.well-known/xs2a-profile',
  dialect: plain,
  duringMaintenance: 'open',
};

const publishedOptions = Type.Object(
  Object.fromEntries(
    Object.entries(xs2aOptions)
      .filter(([name]) => isPublished(name))
      .map(([name, { effect, schema }]) => [name, { ...schema, description: effect }]),
  ),
);

// GAP: the standard knows no such document. Third parties must learn what a bank offers. ADR-0070
export const getXs2aProfile = contract({
  operationId: 'Configuration_GetXs2aProfile',
  interface: xs2aProfile,
  method: 'GET',
  path: '/.well-known/xs2a-profile',
  summary: 'What the bank of this host name offers to third parties',
  description:
    'Read it before the first request: payment products, authentication approaches and limits of the bank whose host name was called. It changes only when the bank publishes a new version.',
  access: everyone,
  request: {},
  responses: {
    200: {
      description: 'The profile of the bank.',
      headers: { etag: 'Changes with the profile.', 'cache-control': 'Public, for five minutes.' },
      body: Type.Object({
        profileVersion: Type.Integer(),
        effectiveFrom: Type.String({ format: 'date-time' }),
        bank: Type.Object({
          id: Type.String(),
          name: Type.String(),
          bic: Type.Optional(Type.String()),
          country: Type.String(),
        }),
        standard: Type.String(),
        baseUrl: Type.String(),
        options: publishedOptions,
        limits: Type.Object({
          readsPerMinute: Type.Integer(),
          changesPerMinute: Type.Integer(),
          repeatedRequestHours: Type.Integer(),
        }),
        redirectOutcomes: Type.Array(Type.String()),
        deviations: Type.Array(
          Type.Object({
            topic: Type.String(),
            standard: Type.String(),
            here: Type.String(),
            since: Type.String({ format: 'date' }),
          }),
        ),
      }),
    },
  },
  problems: [standardProblems['unknown-host']],
  idempotency: 'none',
  rate: 'anonymous',
  source: 'addition',
});

// GAP: how staff change the flag. Windows with four-eyes approval, under the same base path. ADR-0014
const staff = callers({ employee: { role: 'maintenance' } });
const windowPath = '/api/configuration/maintenance-windows';
const windowParams = Type.Object({ windowId: Type.String({ format: 'uuid' }) });

const messagesIn = Type.Record(
  Type.String({ pattern: languageTagPattern }),
  Type.String({ minLength: 1, maxLength: 500 }),
  { minProperties: 1, maxProperties: 30, additionalProperties: false },
);

const windowState = Type.Enum(['planned', 'approved', 'started', 'ended', 'cancelled']);
const timestamp = Type.String({ format: 'date-time' });

const window = named(
  'MaintenanceWindow',
  'A planned, running or past maintenance of a bank.',
  Type.Object({
    windowId: Type.String({ format: 'uuid' }),
    bankId: Type.String(),
    state: windowState,
    startsAt: timestamp,
    endsAt: Type.Optional(timestamp),
    messages: Type.Record(Type.String(), Type.String()),
    plannedBy: Type.String(),
    approvedBy: Type.Optional(Type.String()),
    startedAt: Type.Optional(timestamp),
    endedAt: Type.Optional(timestamp),
  }),
);

export const planMaintenance = contract({
  operationId: 'Configuration_PlanMaintenance',
  interface: configuration,
  method: 'POST',
  path: windowPath,
  summary: 'Plan a maintenance window',
  description:
    'Plans a window for one bank, with a message in each of its languages. A second employee must approve it before it can start.',
  access: staff,
  request: {
    body: Type.Object({
      startsAt: timestamp,
      endsAt: Type.Optional(timestamp),
      messages: messagesIn,
    }),
  },
  responses: {
    201: {
      description: 'Planned; a second person must approve it.',
      body: window,
      headers: { location: 'Its URL.' },
    },
  },
  problems: [problems['window-order']],
  idempotency: 'required',
  rate: 'change',
  source: 'addition',
});

export const listMaintenance = contract({
  operationId: 'Configuration_ListMaintenance',
  interface: configuration,
  method: 'GET',
  path: windowPath,
  summary: 'List maintenance windows, latest start first',
  description: 'All windows, or only those in some states.',
  access: staff,
  request: { query: Type.Object({ states: Type.Optional(Type.Array(windowState, { maxItems: 5 })) }) },
  responses: {
    200: { description: 'Windows of the bank.', body: Type.Object({ items: Type.Array(window) }) },
  },
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
});

export const getMaintenanceWindow = contract({
  operationId: 'Configuration_GetMaintenanceWindow',
  interface: configuration,
  method: 'GET',
  path: `${windowPath}/{windowId}`,
  summary: 'One maintenance window',
  description: 'The window with its times, messages, state and the employees who acted on it.',
  access: staff,
  request: { params: windowParams },
  responses: { 200: { description: 'The window.', body: window } },
  problems: [problems['window-not-found']],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
});

const step = {
  interface: configuration,
  method: 'POST',
  access: staff,
  request: { params: windowParams },
  responses: { 200: { description: 'The window after the transition.', body: window } },
  idempotency: 'optional',
  rate: 'change',
  source: 'addition',
} as const;

export const approveMaintenance = contract({
  ...step,
  operationId: 'Configuration_ApproveMaintenance',
  path: `${windowPath}/{windowId}/approve`,
  summary: 'Approve a planned window; not by its planner',
  description: 'The second of two employees approves. The window then starts by itself at its time.',
  problems: [problems['window-not-found'], problems['window-state'], problems['own-approval']],
});

export const startMaintenance = contract({
  ...step,
  operationId: 'Configuration_StartMaintenance',
  path: `${windowPath}/{windowId}/start`,
  summary: 'Start an approved window before its time',
  description:
    'Closes the interfaces of the bank at once instead of waiting for the start of the window. One window can run at a time.',
  problems: [problems['window-not-found'], problems['window-state'], problems['maintenance-running']],
});

export const endMaintenance = contract({
  ...step,
  operationId: 'Configuration_EndMaintenance',
  path: `${windowPath}/{windowId}/end`,
  summary: 'End the running maintenance',
  description: 'Opens the interfaces of the bank again, also before the planned end.',
  problems: [problems['window-not-found'], problems['window-state']],
});

export const cancelMaintenance = contract({
  ...step,
  operationId: 'Configuration_CancelMaintenance',
  path: `${windowPath}/{windowId}/cancel`,
  summary: 'Cancel a window that has not started',
  description: 'The window will not start. A window that runs is ended, not cancelled.',
  problems: [problems['window-not-found'], problems['window-state']],
});
