import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { processorCost } from '#platform/testing/processor-time.ts';
import { metricNames } from './metric-table.ts';
import { createMetrics, type Metrics } from './metrics.ts';

function metricsForTest(): Metrics {
  const metrics = createMetrics({
    operationIds: ['readConsent', 'initiatePayment'],
    jobKinds: ['relay'],
    bankIds: ['01', 'nl'],
  });
  onTestFinished(() => metrics.close());
  return metrics;
}

async function samples(metrics: Metrics, name: string): Promise<string[]> {
  const text = await metrics.render();
  return text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));
}

test('every metric of the table is rendered, and those of the process', async () => {
  const text = await metricsForTest().render();
  for (const name of metricNames) expect(text).toContain(`# TYPE ${name} `);
  expect(text).toContain('# TYPE process_cpu_user_seconds_total counter');
});

test('a request is counted by operation, class of status and dialect, and timed by operation', async () => {
  const metrics = metricsForTest();
  for (const status of [200, 204, 503])
    metrics.request({ operationId: 'readConsent', dialect: 'xs2a', status, seconds: 0.03 });
  expect(await samples(metrics, 'portico_requests_total')).toEqual([
    'portico_requests_total{operation="readConsent",status_class="2xx",dialect="xs2a"} 2',
    'portico_requests_total{operation="readConsent",status_class="5xx",dialect="xs2a"} 1',
  ]);
  const seconds = await samples(metrics, 'portico_request_seconds');
  expect(seconds).toContain('portico_request_seconds_bucket{le="0.02",operation="readConsent"} 0');
  expect(seconds).toContain('portico_request_seconds_bucket{le="0.05",operation="readConsent"} 3');
  expect(seconds).toContain('portico_request_seconds_count{operation="readConsent"} 3');
});

test('labels from external input do not multiply the series', async () => {
  const metrics = metricsForTest();
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer(), (operationId, kind, status) => {
      metrics.request({ operationId, dialect: 'plain', status, seconds: 0.1 });
      metrics.job({ kind, outcome: 'done', seconds: 0.1 });
      metrics.maintenance(kind, 'on');
      metrics.undeclared(operationId, 'member');
    }),
  );
  expect((await samples(metrics, 'portico_requests_total')).length).toBeLessThanOrEqual(6);
  expect(await samples(metrics, 'portico_job_total')).toEqual([
    'portico_job_total{kind="other",outcome="done"} 100',
  ]);
  expect(await samples(metrics, 'portico_undeclared_total')).toEqual([
    'portico_undeclared_total{operation="other",what="member"} 100',
  ]);
  expect(await samples(metrics, 'portico_maintenance')).toHaveLength(3);
});

test('work, pool, outbox and audit show the last values set', async () => {
  const metrics = metricsForTest();
  metrics.poolConnections({ busy: 7, idle: 3, waiting: 2 });
  metrics.poolConnections({ busy: 6, idle: 4, waiting: 0 });
  metrics.poolWait(0.002);
  metrics.outbox({ oldestSeconds: 12, backlog: 40 });
  metrics.job({ kind: 'relay', outcome: 'retried', seconds: 0.2 });
  metrics.deadLetters(1);
  metrics.auditUnsealed(5);
  metrics.maintenance('nl', 'on');
  metrics.shed('queue-time');
  metrics.logFieldDropped();
  const text = await metrics.render();
  for (const line of [
    'portico_pool_connections{state="busy"} 6',
    'portico_pool_connections{state="waiting"} 0',
    'portico_pool_wait_seconds_count 1',
    'portico_outbox_oldest_seconds 12',
    'portico_outbox_backlog 40',
    'portico_job_total{kind="relay",outcome="retried"} 1',
    'portico_job_seconds_count{kind="relay"} 1',
    'portico_dead_letters 1',
    'portico_audit_unsealed 5',
    'portico_maintenance{bank="01"} 0',
    'portico_maintenance{bank="nl"} 1',
    'portico_shed_total{reason="in-flight"} 0',
    'portico_shed_total{reason="queue-time"} 1',
    'portico_log_fields_dropped_total 1',
  ])
    expect(text.split('\n')).toContain(line);
});

test('outcomes are counted per bank; the series of each known bank exist from the start, and no others appear', async () => {
  const metrics = metricsForTest();
  const signIns = async (): Promise<string[]> => samples(metrics, 'portico_sign_ins_total');
  const known = await signIns();
  expect(known).toContain('portico_sign_ins_total{bank="nl",outcome="wrong-password"} 0');
  metrics.countOutcome('nl', { what: 'sign-in', outcome: 'wrong-password' });
  metrics.countOutcome('zz', { what: 'sign-in', outcome: 'signed-in' });
  metrics.countOutcome('yy', { what: 'sign-in', outcome: 'signed-in' });
  metrics.countOutcome('01', { what: 'message', channel: 'sms', outcome: 'failed' });
  metrics.countOutcome('01', { what: 'code', channel: 'token', outcome: 'refused' });
  expect(await signIns()).toContain('portico_sign_ins_total{bank="nl",outcome="wrong-password"} 1');
  expect((await signIns()).filter((line) => !known.includes(line))).toEqual([
    'portico_sign_ins_total{bank="nl",outcome="wrong-password"} 1',
    'portico_sign_ins_total{bank="other",outcome="signed-in"} 2',
  ]);
  expect(await samples(metrics, 'portico_messages_total{bank="01",channel="sms",outcome="failed"}')).toEqual([
    'portico_messages_total{bank="01",channel="sms",outcome="failed"} 1',
  ]);
  expect(await samples(metrics, 'portico_codes_total{bank="01",channel="token",outcome="refused"}')).toEqual([
    'portico_codes_total{bank="01",channel="token",outcome="refused"} 1',
  ]);
});

test('a measurement that is not a number is ignored', async () => {
  const metrics = metricsForTest();
  metrics.poolWait(Number.NaN);
  metrics.outbox({ oldestSeconds: Number.POSITIVE_INFINITY, backlog: 1 });
  expect(await samples(metrics, 'portico_pool_wait_seconds_count')).toEqual([
    'portico_pool_wait_seconds_count 0',
  ]);
  expect(await samples(metrics, 'portico_outbox_oldest_seconds')).toEqual([
    'portico_outbox_oldest_seconds 0',
  ]);
});

test('gauges may be refreshed right before they are read', async () => {
  const metrics = metricsForTest();
  let backlog = 0;
  metrics.onRender(() => {
    backlog += 1;
    metrics.outbox({ oldestSeconds: 0, backlog });
  });
  await metrics.render();
  expect(await samples(metrics, 'portico_outbox_backlog')).toEqual(['portico_outbox_backlog 2']);
});

test('two instances share nothing', async () => {
  const [one, other] = [metricsForTest(), metricsForTest()];
  one.shed('rate');
  expect(await samples(other, 'portico_shed_total{reason="rate"}')).toEqual([
    'portico_shed_total{reason="rate"} 0',
  ]);
});

test('measuring a request costs at most ten times the JSON text of a small object', () => {
  const metrics = metricsForTest();
  const measured = { operationId: 'initiatePayment', dialect: 'xs2a', status: 201, seconds: 0.012 } as const;
  const cost = processorCost(() => metrics.request(measured), 5_000);
  expect(cost).toBeLessThan(10);
});
