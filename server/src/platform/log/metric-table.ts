/** One metric: what it is called, what it counts and by what it is split. */
export interface MetricRow {
  readonly name: `portico_${string}`;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly buckets?: readonly number[];
}

/** From a cached read to the time-out of the slowest operation. */
const requestBuckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
/** Below a millisecond the pool is idle; above the shedding limit nobody waits. */
const poolWaitBuckets = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Every metric of our own. Labels have a closed set of values; ids and paths are never labels. */
export const metricTable = {
  requests: {
    name: 'portico_requests_total',
    type: 'counter',
    help: 'Requests answered.',
    labelNames: ['operation', 'status_class', 'dialect'],
  },
  requestSeconds: {
    name: 'portico_request_seconds',
    type: 'histogram',
    help: 'Time from the request to its answer.',
    labelNames: ['operation'],
    buckets: requestBuckets,
  },
  poolWaitSeconds: {
    name: 'portico_pool_wait_seconds',
    type: 'histogram',
    help: 'Time spent waiting for a database connection.',
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
    help: 'Requests refused to protect the others.',
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
    help: 'Answers outside their contract. Every one is a bug of ours.',
    labelNames: ['operation', 'what'],
  },
  outboxOldestSeconds: {
    name: 'portico_outbox_oldest_seconds',
    type: 'gauge',
    help: 'Age of the oldest event not yet delivered.',
    labelNames: [],
  },
  outboxBacklog: {
    name: 'portico_outbox_backlog',
    type: 'gauge',
    help: 'Events not yet delivered.',
    labelNames: [],
  },
  auditTroubles: {
    name: 'portico_audit_troubles',
    type: 'gauge',
    help: 'Banks whose audit chain does not continue the head kept outside the database, or whose head cannot be kept.',
    labelNames: [],
  },
  setAsideRows: {
    name: 'portico_set_aside_rows',
    type: 'gauge',
    help: 'Rows that timed work could not process and has set aside; stops at 10,000.',
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
    help: 'Jobs run, by how they ended.',
    labelNames: ['kind', 'outcome'],
  },
  jobSeconds: {
    name: 'portico_job_seconds',
    type: 'histogram',
    help: 'Time one run of a job took.',
    labelNames: ['kind'],
    buckets: jobBuckets,
  },
  deadLetters: {
    name: 'portico_dead_letters',
    type: 'gauge',
    help: 'Jobs and events parked for the operator.',
    labelNames: [],
  },
  maintenance: {
    name: 'portico_maintenance',
    type: 'gauge',
    help: '1 while the bank is in maintenance.',
    labelNames: ['bank'],
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
    help: 'Delay of the event loop that 99 of 100 turns stayed below, since the last scrape.',
    labelNames: [],
  },
  logFieldsDropped: {
    name: 'portico_log_fields_dropped_total',
    type: 'counter',
    help: 'Fields that were not allowed in a log line and were left out.',
    labelNames: [],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** The names of our own metrics, in the order of the table. */
export const metricNames: readonly string[] = Object.values(metricTable).map(({ name }) => name);
