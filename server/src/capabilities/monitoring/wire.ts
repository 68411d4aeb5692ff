import type { ResponseOf } from '#platform/http/contract.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type * as contracts from './contract.ts';
import type { RenderedMeasurements } from './operations/report-measurements.ts';
import type { Readiness } from './operations/report-readiness.ts';

export function toReadinessResponse({
  state,
  version,
  checks,
}: Readiness): ResponseOf<typeof contracts.getReadiness> {
  const body = {
    status: state,
    ...(checks === undefined ? {} : { version, releaseId: version, checks: toChecks(checks) }),
  };
  return state === 'fail' ? { status: 503, body } : { status: 200, body };
}

function toChecks(checks: NonNullable<Readiness['checks']>): Record<string, WireCheck[]> {
  return Object.fromEntries(
    checks.map(({ name, state, checkedAt, ageSeconds, effect }) => [
      name,
      [{ status: state, time: toWireTimestamp(checkedAt), ageSeconds, effect }],
    ]),
  );
}

interface WireCheck {
  status: 'pass' | 'warn' | 'fail';
  time: string;
  ageSeconds: number;
  effect: string;
}

export function toLivenessResponse(): ResponseOf<typeof contracts.getLiveness> {
  return { status: 200, body: { status: 'pass' } };
}

export function toMethodsResponse(): ResponseOf<typeof contracts.optionsLiveness> {
  return { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } };
}

export function toMetricsResponse({
  contentType,
  text,
}: RenderedMeasurements): ResponseOf<typeof contracts.getMetrics> {
  return { status: 200, headers: { 'content-type': contentType }, body: text };
}
