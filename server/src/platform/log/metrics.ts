import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { boundTo, counter, gauge, histogram, statusClass } from './metric-cells.ts';
import { metricTable } from './metric-table.ts';
import { type CountOutcome, outcomeLabels, outcomeMetrics } from './outcome-metrics.ts';

const dialects = ['xs2a', 'channel', 'plain', 'oauth'] as const;
const shedReasons = ['in-flight', 'queue-time', 'rate', 'draining', 'network', 'body-memory'] as const;
const closeCauses = [
  'slow-headers',
  'slow-body',
  'unread-body',
  'slow-reader',
  'slow-handshake',
  'network',
  'connections',
] as const;
const violationParts = ['status', 'member', 'header', 'problem'] as const;
const jobOutcomes = ['done', 'retried', 'parked'] as const;
const partitionedTables = ['outbox_event', 'audit_entry'] as const;

/** The closed sets of label values, by metric. Values of other labels depend on the installation: operations, banks, jobs. */
export const labelValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  portico_requests_total: { status_class: ['1xx', '2xx', '3xx', '4xx', '5xx', 'other'], dialect: dialects },
  portico_pool_connections: { state: ['busy', 'idle', 'waiting'] },
  portico_shed_total: { reason: shedReasons },
  portico_connections_closed_total: { cause: closeCauses },
  portico_undeclared_total: { what: violationParts },
  portico_job_total: { outcome: jobOutcomes },
  portico_partition_days_ahead: { table: partitionedTables },
  portico_default_partition_rows: { table: partitionedTables },
  ...outcomeLabels,
};

/** Why a request was rejected before it was processed. */
export type ShedReason = (typeof shedReasons)[number];
/** Why a connection was closed before its client had finished. */
export type CloseCause = (typeof closeCauses)[number];
/** Which part of a response violates its contract. */
export type ViolationPart = (typeof violationParts)[number];
/** How one run of a job ended. */
export type JobOutcome = (typeof jobOutcomes)[number];

/** The closed sets of label values; anything else is counted as `other`. */
export interface MetricsOptions {
  readonly operationIds: readonly string[];
  readonly jobKinds: readonly string[];
  readonly bankIds: readonly string[];
}

/** One finished request. */
export interface RequestMeasure {
  readonly operationId: string;
  readonly dialect: (typeof dialects)[number];
  readonly status: number;
  readonly seconds: number;
}

/** One run of a job. */
export interface JobMeasure {
  readonly kind: string;
  readonly outcome: JobOutcome;
  readonly seconds: number;
}

/** The partitions of one table. */
export interface PartitionMeasure {
  readonly table: string;
  readonly daysAhead: number;
  readonly defaultRows: number;
}

/** The metrics of the process. Measuring never throws and never awaits. */
export interface Metrics {
  readonly request: (measure: RequestMeasure) => void;
  readonly poolWait: (seconds: number) => void;
  readonly poolConnections: (now: {
    readonly busy: number;
    readonly idle: number;
    readonly waiting: number;
  }) => void;
  readonly shed: (reason: ShedReason) => void;
  readonly connectionClosed: (cause: CloseCause) => void;
  readonly undeclared: (operationId: string, what: ViolationPart) => void;
  readonly outbox: (now: { readonly oldestSeconds: number; readonly backlog: number }) => void;
  /** Events that the event stream has not acknowledged. */
  readonly unpublished: (now: { readonly oldestSeconds: number; readonly backlog: number }) => void;
  readonly job: (measure: JobMeasure) => void;
  readonly deadLetters: (count: number) => void;
  /** Rows that scheduled jobs have set aside. */
  readonly setAsideRows: (count: number) => void;
  readonly maintenance: (bankId: string, state: 'on' | 'off') => void;
  readonly auditUnsealed: (count: number) => void;
  /** Banks whose audit chain needs an operator. */
  readonly auditFailures: (banks: number) => void;
  readonly partitions: (measure: PartitionMeasure) => void;
  readonly logFieldDropped: () => void;
  /** Counts an outcome of a bank; commands do so when they are saved. */
  readonly countOutcome: CountOutcome;
  /** Runs before each rendering, for gauges that are cheap to read and change all the time. */
  readonly onRender: (refresh: () => void) => void;
  /** Renders everything in the Prometheus text format; its media type is `contentType`. */
  readonly render: () => Promise<string>;
  readonly contentType: string;
  readonly close: () => void;
}

/** Creates the metrics of one process, in their own registry. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const refreshers: (() => void)[] = [];
  const loop = eventLoopDelay(registry);
  collectDefaultMetrics({ register: registry });
  return Object.freeze({
    ...requestMetrics(registry, options),
    ...databaseMetrics(registry),
    ...workMetrics(registry, options),
    partitions: partitionMetrics(registry),
    countOutcome: outcomeMetrics(registry, options.bankIds),
    logFieldDropped: counter(registry, metricTable.logFieldsDropped)(),
    onRender: (refresh: () => void) => {
      refreshers.push(refresh);
    },
    render: async () => {
      for (const refresh of refreshers) refresh();
      return registry.metrics();
    },
    contentType: registry.contentType,
    close: () => {
      loop.close();
      registry.clear();
    },
  });
}

type RequestMetrics = Pick<Metrics, 'request' | 'shed' | 'connectionClosed' | 'undeclared'>;

function requestMetrics(registry: Registry, { operationIds }: MetricsOptions): RequestMetrics {
  const operationOf = boundTo(operationIds);
  const dialectOf = boundTo(dialects);
  const reasonOf = boundTo(shedReasons);
  const causeOf = boundTo(closeCauses);
  const partOf = boundTo(violationParts);
  const requests = counter(registry, metricTable.requests);
  const seconds = histogram(registry, metricTable.requestSeconds);
  const sheds = counter(registry, metricTable.shed);
  const closed = counter(registry, metricTable.connectionsClosed);
  const undeclared = counter(registry, metricTable.undeclared);
  for (const reason of shedReasons) sheds(reason)(0);
  for (const cause of closeCauses) closed(cause)(0);
  return {
    request: ({ operationId, dialect, status, seconds: duration }) => {
      const operation = operationOf(operationId);
      requests(operation, statusClass(status), dialectOf(dialect))();
      seconds(operation)(duration);
    },
    shed: (reason) => sheds(reasonOf(reason))(),
    connectionClosed: (cause) => closed(causeOf(cause))(),
    undeclared: (operationId, what) => undeclared(operationOf(operationId), partOf(what))(),
  };
}

function databaseMetrics(registry: Registry): Pick<Metrics, 'poolWait' | 'poolConnections'> {
  const connections = gauge(registry, metricTable.poolConnections);
  return {
    poolWait: histogram(registry, metricTable.poolWaitSeconds)(),
    poolConnections: ({ busy, idle, waiting }) => {
      connections('busy')(busy);
      connections('idle')(idle);
      connections('waiting')(waiting);
    },
  };
}

type WorkMetrics = Pick<
  Metrics,
  | 'outbox'
  | 'unpublished'
  | 'job'
  | 'deadLetters'
  | 'setAsideRows'
  | 'maintenance'
  | 'auditUnsealed'
  | 'auditFailures'
>;

function workMetrics(registry: Registry, { jobKinds, bankIds }: MetricsOptions): WorkMetrics {
  const kindOf = boundTo(jobKinds);
  const bankOf = boundTo(bankIds);
  const outcomeOf = boundTo(jobOutcomes);
  const oldest = gauge(registry, metricTable.outboxOldestSeconds)();
  const backlog = gauge(registry, metricTable.outboxBacklog)();
  const unpublishedOldest = gauge(registry, metricTable.unpublishedOldestSeconds)();
  const unpublishedBacklog = gauge(registry, metricTable.unpublishedBacklog)();
  const jobs = counter(registry, metricTable.jobs);
  const jobSeconds = histogram(registry, metricTable.jobSeconds);
  const maintenance = gauge(registry, metricTable.maintenance);
  for (const bankId of bankIds) maintenance(bankId)(0);
  return {
    outbox: (now) => {
      oldest(now.oldestSeconds);
      backlog(now.backlog);
    },
    unpublished: (now) => {
      unpublishedOldest(now.oldestSeconds);
      unpublishedBacklog(now.backlog);
    },
    job: ({ kind, outcome, seconds }) => {
      jobs(kindOf(kind), outcomeOf(outcome))();
      jobSeconds(kindOf(kind))(seconds);
    },
    deadLetters: gauge(registry, metricTable.deadLetters)(),
    setAsideRows: gauge(registry, metricTable.setAsideRows)(),
    maintenance: (bankId, state) => maintenance(bankOf(bankId))(state === 'on' ? 1 : 0),
    auditUnsealed: gauge(registry, metricTable.auditUnsealed)(),
    auditFailures: gauge(registry, metricTable.auditFailures)(),
  };
}

function partitionMetrics(registry: Registry): Metrics['partitions'] {
  const tableOf = boundTo(partitionedTables);
  const daysAhead = gauge(registry, metricTable.partitionDaysAhead);
  const defaultRows = gauge(registry, metricTable.defaultPartitionRows);
  return ({ table, ...measure }) => {
    daysAhead(tableOf(table))(measure.daysAhead);
    defaultRows(tableOf(table))(measure.defaultRows);
  };
}

const loopResolutionMs = 10;
const nanosecondsPerSecond = 1e9;

/** The library's own monitor counts its interval as delay; here an idle event loop has almost none. */
function eventLoopDelay(registry: Registry): { readonly close: () => void } {
  const { name, help } = metricTable.eventLoopDelaySeconds;
  const monitor = monitorEventLoopDelay({ resolution: loopResolutionMs });
  monitor.enable();
  // The registry references the gauge and calls it at every rendering.
  const delay = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => {
      const delaySeconds = monitor.count === 0 ? 0 : monitor.percentile(99) / nanosecondsPerSecond;
      delay.set(Math.max(0, delaySeconds - loopResolutionMs / 1_000));
      monitor.reset();
    },
  });
  return { close: () => monitor.disable() };
}
