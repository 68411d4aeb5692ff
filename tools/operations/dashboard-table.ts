/** One panel: what it shows, in which unit of Grafana, and its series as expression and legend. */
export interface PanelRow {
  readonly title: string;
  readonly meaning: string;
  readonly unit?: 'short' | 's' | 'reqps' | 'percentunit' | 'cps' | 'd';
  readonly series: readonly (readonly [expression: string, legend: string])[];
}

interface DashboardRow {
  readonly name: string;
  readonly title: string;
  readonly panels: readonly PanelRow[];
}

const requests: DashboardRow = {
  name: 'requests',
  title: 'requests',
  panels: [
    {
      title: 'Requests by status',
      meaning: 'Requests a second. 4xx are refusals; 5xx are failures.',
      unit: 'reqps',
      series: [['sum by (status_class) (rate(portico_requests_total[5m]))', '{{status_class}}']],
    },
    {
      title: 'Share of failures',
      meaning: 'Alert PorticoRequestsFail above 1 %.',
      unit: 'percentunit',
      series: [
        [
          'sum(rate(portico_requests_total{status_class="5xx"}[5m])) / sum(rate(portico_requests_total[5m]))',
          'failures',
        ],
      ],
    },
    {
      title: 'Response time',
      meaning: 'Half, 95 and 99 of a hundred requests are faster.',
      unit: 's',
      series: ['0.5', '0.95', '0.99'].map((share) => [
        `histogram_quantile(${share}, sum by (le) (rate(portico_request_seconds_bucket[5m])))`,
        share,
      ]),
    },
    {
      title: 'Slowest operations',
      meaning: 'The ten operations with the longest 95th percentile.',
      unit: 's',
      series: [
        [
          'topk(10, histogram_quantile(0.95, sum by (operation, le) (rate(portico_request_seconds_bucket[5m]))))',
          '{{operation}}',
        ],
      ],
    },
    {
      title: 'Requests by interface',
      meaning: 'Third parties (xs2a), channels of the bank, OAuth, and pages and probes (plain).',
      unit: 'reqps',
      series: [['sum by (dialect) (rate(portico_requests_total[5m]))', '{{dialect}}']],
    },
    {
      title: 'Operations that fail',
      meaning: 'The ten operations with the most failures.',
      unit: 'reqps',
      series: [
        [
          'topk(10, sum by (operation) (rate(portico_requests_total{status_class="5xx"}[5m])))',
          '{{operation}}',
        ],
      ],
    },
  ],
};

const overload: DashboardRow = {
  name: 'overload',
  title: 'overload and clients',
  panels: [
    {
      title: 'Requests rejected before they are processed',
      meaning: 'By reason. `rate` is the limit of a caller; the others protect the process.',
      unit: 'reqps',
      series: [['sum by (reason) (rate(portico_shed_total[5m]))', '{{reason}}']],
    },
    {
      title: 'Connections closed',
      meaning: 'Clients that were too slow, or networks with too many connections.',
      unit: 'cps',
      series: [['sum by (cause) (rate(portico_connections_closed_total[5m]))', '{{cause}}']],
    },
    {
      title: 'Event loop delay',
      meaning: 'How late a process responds because it is busy, 99th percentile.',
      unit: 's',
      series: [['max(portico_event_loop_delay_seconds)', 'slowest process']],
    },
    {
      title: 'Violations of contracts',
      meaning: 'Responses that a contract does not allow: a bug. Alert PorticoContractViolated.',
      series: [
        ['sum by (operation, what) (increase(portico_undeclared_total[1h]))', '{{operation}} {{what}}'],
      ],
    },
  ],
};

const signIns: DashboardRow = {
  name: 'sign-ins',
  title: 'sign-ins and codes',
  panels: [
    {
      title: 'Customers who signed in',
      meaning: 'Sign-ins a second, by bank.',
      unit: 'cps',
      series: [
        ['sum by (bank) (rate(portico_sign_ins_total{bank=~"$bank",outcome="signed-in"}[5m]))', '{{bank}}'],
      ],
    },
    {
      title: 'Steps that were refused',
      meaning:
        'Wrong passwords and factors, locks and limits. A plateau without a daily rhythm is a machine.',
      unit: 'cps',
      series: [
        [
          'sum by (outcome) (rate(portico_sign_ins_total{bank=~"$bank",outcome!="signed-in"}[5m]))',
          '{{outcome}}',
        ],
      ],
    },
    {
      title: 'Codes',
      meaning: 'One-time passwords and codes of tokens, by outcome.',
      unit: 'cps',
      series: [['sum by (outcome) (rate(portico_codes_total{bank=~"$bank"}[5m]))', '{{outcome}}']],
    },
    {
      title: 'Codes that are used',
      meaning:
        'Verified codes compared with sent ones. A low share means that codes do not arrive, or go to numbers of no customer.',
      unit: 'percentunit',
      series: [
        [
          'sum by (channel) (rate(portico_codes_total{bank=~"$bank",outcome="verified",channel=~"sms|email"}[30m])) / sum by (channel) (rate(portico_codes_total{bank=~"$bank",outcome="sent",channel=~"sms|email"}[30m]))',
          '{{channel}}',
        ],
      ],
    },
  ],
};

const messages: DashboardRow = {
  name: 'messages',
  title: 'messages to customers',
  panels: [
    {
      title: 'Messages by channel',
      meaning: 'Messages queued for delivery.',
      unit: 'cps',
      series: [
        [
          'sum by (channel) (rate(portico_messages_total{bank=~"$bank",outcome="queued"}[5m]))',
          '{{channel}}',
        ],
      ],
    },
    {
      title: 'Messages by outcome',
      meaning: 'Changes of the delivery status.',
      unit: 'cps',
      series: [['sum by (outcome) (rate(portico_messages_total{bank=~"$bank"}[5m]))', '{{outcome}}']],
    },
    {
      title: 'Share that fails',
      meaning: 'Failed and expired messages, by channel. Alert PorticoMessagesFail above 10 %.',
      unit: 'percentunit',
      series: [
        [
          'sum by (channel) (rate(portico_messages_total{bank=~"$bank",outcome=~"failed|expired"}[15m])) / sum by (channel) (rate(portico_messages_total{bank=~"$bank",outcome=~"sent|failed|expired"}[15m]))',
          '{{channel}}',
        ],
      ],
    },
    {
      title: 'Maintenance',
      meaning: '1 while a bank is in maintenance.',
      series: [['max by (bank) (portico_maintenance{bank=~"$bank"})', '{{bank}}']],
    },
  ],
};

const work: DashboardRow = {
  name: 'work',
  title: 'events and timed work',
  panels: [
    {
      title: 'Age of the oldest event',
      meaning: 'Not yet relayed to event handlers, and not yet acknowledged by the event stream.',
      unit: 's',
      series: [
        ['max(portico_outbox_oldest_seconds)', 'outbox'],
        ['max(portico_unpublished_oldest_seconds)', 'event stream'],
      ],
    },
    {
      title: 'Events that wait',
      meaning: 'Counting of unacknowledged events stops at 10,000.',
      series: [
        ['max(portico_outbox_backlog)', 'outbox'],
        ['max(portico_unpublished_backlog)', 'event stream'],
      ],
    },
    {
      title: 'Jobs',
      meaning: 'Runs a second, by outcome.',
      unit: 'cps',
      series: [['sum by (outcome) (rate(portico_job_total[5m]))', '{{outcome}}']],
    },
    {
      title: 'Slowest jobs',
      meaning: 'The ten kinds with the longest runs, 95th percentile.',
      unit: 's',
      series: [
        [
          'topk(10, histogram_quantile(0.95, sum by (kind, le) (rate(portico_job_seconds_bucket[30m]))))',
          '{{kind}}',
        ],
      ],
    },
    {
      title: 'What waits for an operator',
      meaning: 'Dead letters, and rows that timed work has set aside.',
      series: [
        ['max(portico_dead_letters)', 'dead letters'],
        ['max(portico_set_aside_rows)', 'rows set aside'],
      ],
    },
  ],
};

const database: DashboardRow = {
  name: 'database',
  title: 'database and audit trail',
  panels: [
    {
      title: 'Connections',
      meaning: 'Busy and idle connections, and requests that wait for one.',
      series: [['sum by (state) (portico_pool_connections)', '{{state}}']],
    },
    {
      title: 'Wait for a connection',
      meaning: '99th percentile. Above some milliseconds the pool is too small or statements are slow.',
      unit: 's',
      series: [
        ['histogram_quantile(0.99, sum by (le) (rate(portico_pool_wait_seconds_bucket[5m])))', 'wait'],
      ],
    },
    {
      title: 'Partitions ahead',
      meaning: 'Days for which partitions exist. Alert PorticoPartitionsMissing below 3.',
      unit: 'd',
      series: [['min by (table) (portico_partition_days_ahead)', '{{table}}']],
    },
    {
      title: 'Rows in default partitions',
      meaning: 'Above 0 a partition was missing when rows arrived.',
      series: [['max by (table) (portico_default_partition_rows)', '{{table}}']],
    },
    {
      title: 'Audit entries not yet sealed',
      meaning: 'Returns to 0 within seconds.',
      series: [['max(portico_audit_unsealed)', 'unsealed']],
    },
    {
      title: 'Audit chains that need an operator',
      meaning:
        'Banks whose chain does not continue its head, or whose head cannot be stored. Alert PorticoAuditBroken.',
      series: [['max(portico_audit_troubles)', 'banks']],
    },
    {
      title: 'Dropped log fields',
      meaning: 'Above 0 is a bug. Alert PorticoLogFieldsDropped.',
      series: [['sum(increase(portico_log_fields_dropped_total[1h]))', 'fields']],
    },
  ],
};

/** The dashboards, in the order in which an operator looks. */
export const dashboardTable: readonly DashboardRow[] = [
  requests,
  overload,
  signIns,
  messages,
  work,
  database,
];
