import Type from 'typebox';
import { plain } from '#dialects/plain/plain.ts';
import { everyone } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';

const monitoring: Interface = {
  name: 'monitoring',
  title: 'Monitoring',
  basePath: '/v1/monitoring',
  dialect: plain,
  duringMaintenance: 'open',
};

const state = Type.Enum(['pass', 'warn', 'fail']);

// GAP: response bodies of readiness and liveness are not shown. Names of the IETF health check draft. ADR-0013
const check = named(
  'HealthCheck',
  'The result of one check.',
  Type.Object({
    status: state,
    time: Type.String({ format: 'date-time' }),
    ageSeconds: Type.Integer({ minimum: 0 }),
    effect: Type.String(),
  }),
);

const readiness = named(
  'Readiness',
  'Whether the instance can serve requests.',
  Type.Object({
    status: state,
    version: Type.Optional(Type.String()),
    releaseId: Type.Optional(Type.String()),
    checks: Type.Optional(Type.Record(Type.String(), Type.Array(check))),
  }),
);

const liveness = Type.Object({ status: state });

/** Probes are for the cluster: without authentication, without rate limit, and open in maintenance. */
const probe = {
  interface: monitoring,
  access: everyone,
  request: {},
  problems: [],
  idempotency: 'none',
  rate: 'unlimited',
} as const;

export const getReadiness = contract({
  ...probe,
  operationId: 'Monitoring_GetReadiness',
  method: 'GET',
  path: '/v1/monitoring/readiness',
  summary: 'Whether this instance can serve requests, with named checks for operators',
  description:
    'For load balancers and operators. 200 if this instance can serve requests, 503 if not; each check has a name and a state, and no check shows personal data.',
  responses: {
    200: { description: 'It can; `warn` when a check reports a problem.', body: readiness },
    503: { description: 'It cannot.', body: readiness },
  },
  source: 'S000',
});

const allow = {
  204: { description: 'The methods of this path.', headers: { allow: 'GET, HEAD, OPTIONS' } },
} as const;

export const optionsReadiness = contract({
  ...probe,
  operationId: 'Monitoring_OptionsReadiness',
  method: 'OPTIONS',
  path: '/v1/monitoring/readiness',
  summary: 'Methods of readiness',
  description: 'Returns the methods of the path in `Allow`.',
  responses: allow,
  source: 'S000',
});

export const getLiveness = contract({
  ...probe,
  operationId: 'Monitoring_GetLiveness',
  method: 'GET',
  path: '/v1/monitoring/liveness',
  summary: 'Whether this process responds at all; checks nothing outside',
  description:
    'For process supervisors. 200 while the process responds; it looks at nothing outside of the process, so that an outage of the database restarts no instance.',
  responses: { 200: { description: 'It can.', body: liveness } },
  source: 'S000',
});

export const optionsLiveness = contract({
  ...probe,
  operationId: 'Monitoring_OptionsLiveness',
  method: 'OPTIONS',
  path: '/v1/monitoring/liveness',
  summary: 'Methods of liveness',
  description: 'Returns the methods of the path in `Allow`.',
  responses: allow,
  source: 'S000',
});

export const getMetrics = contract({
  ...probe,
  operationId: 'Monitoring_GetMetrics',
  method: 'GET',
  path: '/v1/monitoring/metrics',
  summary: 'Metrics in Prometheus text format, for the operations network or scope monitoring',
  description:
    'For a metrics collector in the operations network, or one with a token. All metrics of this instance; docs/generated/metrics.md explains them.',
  responses: {
    200: { description: 'The measurements.', body: Type.String({ contentMediaType: 'text/plain' }) },
  },
  source: 'addition',
});
