import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { Static } from 'typebox';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { isLanguageTag, preferredLanguages } from '#platform/kernel/language.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { parseTimestamp, toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type * as contracts from './contract.ts';
import type { MaintenanceStatus } from './domain/maintenance-status.ts';
import { isWindowId, type MaintenanceWindow, type WindowId } from './domain/maintenance-window.ts';
import type { HostProfile } from './operations/get-xs2a-profile.ts';
import type { PlanMaintenance } from './operations/plan-maintenance.ts';

/** Policy value `maintenance-cache`. */
const cacheSeconds = 30;

/** The language of the query first, then those of Accept-Language. */
export function toLanguages(request: {
  readonly query: { readonly lang?: unknown };
  readonly headers: { readonly 'accept-language'?: string };
}): readonly string[] {
  const { lang } = request.query;
  const fromQuery = typeof lang === 'string' && isLanguageTag(lang) ? [lang] : [];
  return [...fromQuery, ...preferredLanguages(request.headers['accept-language'])];
}

export function toStatusResponse({
  isInMaintenance,
  message,
}: MaintenanceStatus): ResponseOf<typeof contracts.getMaintenance01> {
  const tag = createHash('sha256').update(`${isInMaintenance} ${message}`).digest('base64url').slice(0, 22);
  return {
    status: 200,
    headers: {
      etag: `"${tag}"`,
      'cache-control': `public, max-age=${cacheSeconds}`,
      vary: 'accept-language',
      'access-control-allow-origin': '*',
    },
    body: { maintenance: isInMaintenance, maintenanceMessage: message },
  };
}

export function toPlan({ body }: RequestOf<typeof contracts.planMaintenance>): PlanMaintenance {
  return {
    startsAt: instant(body.startsAt),
    endsAt: body.endsAt === undefined ? undefined : instant(body.endsAt),
    messages: body.messages,
  };
}

export function toWindowId({ params }: { readonly params: { readonly windowId: string } }): WindowId {
  assert(isWindowId(params.windowId));
  return params.windowId;
}

export function toPlannedResponse(window: MaintenanceWindow): ResponseOf<typeof contracts.planMaintenance> {
  return {
    status: 201,
    headers: { location: `/api/configuration/maintenance-windows/${window.id}` },
    body: toWireWindow(window),
  };
}

export function toWindowResponse(window: MaintenanceWindow): ResponseOf<typeof contracts.approveMaintenance> {
  return { status: 200, body: toWireWindow(window) };
}

export function toListResponse(
  windows: readonly MaintenanceWindow[],
): ResponseOf<typeof contracts.listMaintenance> {
  return { status: 200, body: { items: windows.map(toWireWindow) } };
}

type WireWindow = Static<(typeof contracts.planMaintenance)['responses'][201]['body']>;

function toWireWindow(window: MaintenanceWindow): WireWindow {
  const { approvedBy, endedAt, endsAt, startedAt } = window;
  return {
    windowId: window.id,
    bankId: window.bankId,
    state: window.state,
    startsAt: toWireTimestamp(window.startsAt),
    ...(endsAt === undefined ? {} : { endsAt: toWireTimestamp(endsAt) }),
    messages: { ...window.messages },
    plannedBy: window.plannedBy,
    ...(approvedBy === undefined ? {} : { approvedBy }),
    ...(startedAt === undefined ? {} : { startedAt: toWireTimestamp(startedAt) }),
    ...(endedAt === undefined ? {} : { endedAt: toWireTimestamp(endedAt) }),
  };
}

/** The contract has checked the format, so the text can be parsed. */
function instant(text: string): Temporal.Instant {
  const read = parseTimestamp(text);
  assert(read !== undefined);
  return read;
}

const profileCacheSeconds = 300;
/** The version of the standard that the interface follows. */
const standardVersion = '1.3.16';

export function toProfileResponse({
  bank,
  bankId,
  profile,
}: HostProfile): ResponseOf<typeof contracts.getXs2aProfile> {
  const { baseUrl, deviations, effectiveFrom, limits, options, version } = profile;
  return {
    status: 200,
    headers: {
      etag: `"${bankId}-${version}"`,
      'cache-control': `public, max-age=${profileCacheSeconds}`,
      vary: 'host',
    },
    body: {
      profileVersion: version,
      effectiveFrom: toWireTimestamp(effectiveFrom),
      bank: omitUndefined({ id: bankId, name: bank.name, bic: bank.bic, country: bank.country }),
      standard: standardVersion,
      baseUrl,
      options: { ...options },
      limits: { ...limits },
      // The specification names this member and no outcomes.
      redirectOutcomes: [],
      deviations: deviations.map((deviation) => ({ ...deviation })),
    },
  };
}
