/** One metric: its name, what it counts and its labels. */
export interface MetricRow {
  readonly name: `portico_${string}`;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly buckets?: readonly number[];
}

/** From a cached read to the timeout of the slowest operation. */
const requestBuckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
/** Below a millisecond the pool is idle; above the load-shedding limit no request waits. */
const poolWaitBuckets = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** All metrics of our own. Labels have a closed set of values; ids and paths are never labels. */
export const metricTable = {
  requests: {
    name: 'portico_requests_total',
    type: 'counter',
    help: 'Requests served.',
    labelNames: ['operation', 'status_class', 'dialect'],
  },
  requestSeconds: {
    name: 'portico_request_seconds',
    type: 'histogram',
    help: 'Time from the request to its response, in seconds.',
    labelNames: ['operation'],
    buckets: requestBuckets,
  },
  poolWaitSeconds: {
    name: 'portico_pool_wait_seconds',
    type: 'histogram',
    help: 'Time spent waiting for a database connection, in seconds.',
    labelNames: [],
    buckets: poolWaitBuckets,
  },
  poolConnections: {
    name: 'portico_pool_connections',
    type: 'gauge',
    help: 'Database connections busy or idle, and requests waiting for one.',
    labelNames: ['state'],
  },
  shed: {
    name: 'portico_shed_total',
    type: 'counter',
    help: 'Requests rejected by load shedding.',
    labelNames: ['reason'],
  },
  connectionsClosed: {
    name: 'portico_connections_closed_total',
    type: 'counter',
    help: 'Connections closed because the client was too slow or its network had too many.',
    labelNames: ['cause'],
  },
  undeclared: {
    name: 'portico_undeclared_total',
    type: 'counter',
    help: 'Responses that violate their contract.',
    labelNames: ['operation', 'what'],
  },
  outboxOldestSeconds: {
    name: 'portico_outbox_oldest_seconds',
    type: 'gauge',
    help: 'Age of the oldest event not yet delivered, in seconds.',
    labelNames: [],
  },
  outboxBacklog: {
    name: 'portico_outbox_backlog',
    type: 'gauge',
    help: 'Events not yet delivered.',
    labelNames: [],
  },
  auditFailures: {
    name: 'portico_audit_troubles',
    type: 'gauge',
    help: 'Banks whose audit chain does not continue the head stored outside the database, or whose head cannot be stored.',
    labelNames: [],
  },
  setAsideRows: {
    name: 'portico_set_aside_rows',
    type: 'gauge',
    help: 'Rows that scheduled jobs could not process and have set aside; stops at 10,000.',
    labelNames: [],
  },
  unpublishedOldestSeconds: {
    name: 'portico_unpublished_oldest_seconds',
    type: 'gauge',
    help: 'Age in seconds of the oldest event that the event stream has not acknowledged.',
    labelNames: [],
  },
  unpublishedBacklog: {
    name: 'portico_unpublished_backlog',
    type: 'gauge',
    help: 'Events that the event stream has not acknowledged; stops at 10,000.',
    labelNames: [],
  },
  jobs: {
    name: 'portico_job_total',
    type: 'counter',
    help: 'Job runs, by outcome.',
    labelNames: ['kind', 'outcome'],
  },
  jobSeconds: {
    name: 'portico_job_seconds',
    type: 'histogram',
    help: 'Time of one run of a job, in seconds.',
    labelNames: ['kind'],
    buckets: jobBuckets,
  },
  deadLetters: {
    name: 'portico_dead_letters',
    type: 'gauge',
    help: 'Dead letters: jobs and events that wait for the operator.',
    labelNames: [],
  },
  maintenance: {
    name: 'portico_maintenance',
    type: 'gauge',
    help: '1 while the bank is in maintenance.',
    labelNames: ['bank'],
  },
  signIns: {
    name: 'portico_sign_ins_total',
    type: 'counter',
    help: 'Steps of customers’ sign-ins that ended, by outcome. Wrong passwords that third parties pass on count too.',
    labelNames: ['bank', 'outcome'],
  },
  messages: {
    name: 'portico_messages_total',
    type: 'counter',
    help: 'Changes of the delivery status of messages to customers.',
    labelNames: ['bank', 'channel', 'outcome'],
  },
  codes: {
    name: 'portico_codes_total',
    type: 'counter',
    help: 'One-time passwords and codes of tokens: sent, verified, refused, exhausted, or not sent because of a limit.',
    labelNames: ['bank', 'channel', 'outcome'],
  },
  auditUnsealed: {
    name: 'portico_audit_unsealed',
    type: 'gauge',
    help: 'Audit records not yet sealed.',
    labelNames: [],
  },
  partitionDaysAhead: {
    name: 'portico_partition_days_ahead',
    type: 'gauge',
    help: 'Days from now for which partitions of the table exist without a gap.',
    labelNames: ['table'],
  },
  defaultPartitionRows: {
    name: 'portico_default_partition_rows',
    type: 'gauge',
    help: 'Rows in the default partition of the table; counting stops at 10,000.',
    labelNames: ['table'],
  },
  eventLoopDelaySeconds: {
    name: 'portico_event_loop_delay_seconds',
    type: 'gauge',
    help: 'Event loop delay, 99th percentile since the last scrape, seconds.',
    labelNames: [],
  },
  logFieldsDropped: {
    name: 'portico_log_fields_dropped_total',
    type: 'counter',
    help: 'Fields dropped from log lines because they are not allowed.',
    labelNames: [],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** The names of our own metrics, in the order of the table. */
export const metricNames: readonly string[] = Object.values(metricTable).map(({ name }) => name);
