import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { Static } from 'typebox';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { mapDefined, omitUndefined, unlessBlank } from '#platform/kernel/members.ts';
import { parseTimestamp, toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type * as contracts from '../contract/restrictions.ts';
import type {
  ReportedFraud,
  ReportSuspectedFraud,
} from '../operations/restrictions/report-suspected-fraud.ts';
import type { SetRestriction, SetResult } from '../operations/restrictions/set-restriction.ts';

export function toSetRestriction({ body }: RequestOf<typeof contracts.setRestriction>): SetRestriction {
  const { accounts = [], cards = [], devices = [] } = body.scope ?? {};
  return {
    kind: body.kind,
    scope: { accounts, cards, devices },
    reason: body.reason,
    note: unlessBlank(body.note),
    expiresAt: mapDefined(body.expiresAt, instant),
    clientNumber: body.clientNumber,
  };
}

type WireRestriction = Static<(typeof contracts.setRestriction)['responses'][201]['body']>;

export function toSetResponse({
  isNew,
  restriction,
}: SetResult): ResponseOf<typeof contracts.setRestriction> {
  const { expiresAt, kind, restrictionId, setAt, state } = restriction;
  const body: WireRestriction = {
    restrictionId,
    kind,
    status: state,
    setAt: toWireTimestamp(setAt),
    ...omitUndefined({ expiresAt: mapDefined(expiresAt, toWireTimestamp) }),
  };
  return isNew
    ? { status: 201, headers: { location: `/api/v1/restrictions/${restrictionId}` }, body }
    : { status: 200, body };
}

export function toReport({ body }: RequestOf<typeof contracts.reportSuspectedFraud>): ReportSuspectedFraud {
  return {
    category: body.category,
    description: unlessBlank(body.description),
    transactionReferences: body.transactionReferences ?? [],
    occurredAt: mapDefined(body.occurredAt, instant),
    contactPhone: unlessBlank(body.contactPhone),
    isBlocking: body.blockNow ?? true,
    clientNumber: body.clientNumber,
  };
}

export function toReportedResponse({
  nextSteps,
  reportId,
  restrictionIds,
  state,
}: ReportedFraud): ResponseOf<typeof contracts.reportSuspectedFraud> {
  return {
    status: 201,
    headers: { location: `/api/v1/restrictions/fraud-reports/${reportId}` },
    body: { reportId, status: state, restrictionIds: [...restrictionIds], nextSteps: [...nextSteps] },
  };
}

/** The contract has checked the format, so the text can be parsed. */
function instant(text: string): Temporal.Instant {
  const read = parseTimestamp(text);
  assert(read !== undefined);
  return read;
}
