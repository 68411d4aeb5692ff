import { browserName } from '#capabilities/identity/index.ts';
import {
  approvalCookie,
  type OpenedApproval,
  openApproval,
  originsOf,
  type PageForm,
  type PageStatus,
  referenceOf,
  type ScaPorts,
  statusOfApproval,
  submitApproval,
  type UnavailableReason,
} from '#capabilities/sca/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { cookieOf } from '#platform/http/browser-cookie.ts';
import type { BrowserForm } from '#platform/http/browser-form.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ApprovalSetting } from './approval/approval-context.ts';
import { renderApproval, renderFailure, renderUnknownLink } from './approval/approval-pages.ts';
import type { Brands } from './customer/brands.ts';
import {
  languageCookies,
  languageOf,
  type PageDeps,
  type PageRequest,
  setCookieValues,
} from './page-request.ts';
import { type PageResponse, statusOfProblem } from './page-response.ts';

/** Dependencies of the approval pages. */
export interface ApprovalDeps {
  readonly baseUrl: string;
  readonly banks: readonly string[];
  readonly ports: ScaPorts;
  readonly brands: Brands;
  readonly maintenance: MaintenanceGate;
}

/** Shows the page of an approval, or processes one of its forms. */
export async function respondToApproval(
  deps: ApprovalDeps,
  pageRequest: PageRequest,
  { form, handle }: { readonly handle: string; readonly form: BrowserForm | undefined },
): Promise<PageResponse> {
  const { context } = pageRequest;
  if (deps.maintenance.activeMaintenanceOf(context.bankId) !== undefined)
    return show(deps, pageRequest, { handle, unavailable: 'maintenance' });
  try {
    return form === undefined
      ? await show(deps, pageRequest, { handle })
      : await submit(deps, pageRequest, { form, handle });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const status = statusOfProblem(error);
    // The state has changed meanwhile, and the page shows the new one.
    if (status === 409) return reload(pageRequest);
    if (status !== 429 && status !== 503) throw error;
    const refusal = { problem: error.literal, reason: error.more.reason ?? error.literal };
    return { ...(await show(deps, pageRequest, { handle, unavailable: 'bank-unavailable' })), refusal };
  }
}

interface Shown {
  readonly handle: string;
  readonly unavailable?: UnavailableReason;
}

async function show(
  deps: ApprovalDeps,
  pageRequest: PageRequest,
  { handle, unavailable }: Shown,
): Promise<PageResponse & { readonly kind: 'page' }> {
  const cookie = approvalCookie(handle);
  const browserSecret = cookieOf(pageRequest.request, deps.baseUrl, cookie);
  const opened = await openApproval(contextOf(deps, pageRequest.context), {
    handle,
    browserSecret,
    state: pageRequest.query.get('state') ?? undefined,
    page: pageIn(pageRequest.query.get('page')),
    unavailable,
  });
  const setting = settingOf(deps, pageRequest, opened.authorisation);
  const cookies = languageCookies(pageRequest, pageDeps(deps), setting.language);
  const { frame, view } = opened;
  if (frame === undefined) {
    const page = renderUnknownLink(unknownFrame(pageRequest), setting);
    return { kind: 'page', cookies, page, status: 404 };
  }
  const own =
    opened.browserSecret === undefined ? [] : setCookieValues(pageDeps(deps), [cookie, opened.browserSecret]);
  const status = unavailable === undefined ? 200 : 503;
  return { kind: 'page', cookies: [...cookies, ...own], page: renderApproval(view, frame, setting), status };
}

const pageMax = 100;

/** A page that does not exist is the first one: the address is no form of ours. */
function pageIn(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= pageMax ? page : 1;
}

async function submit(
  deps: ApprovalDeps,
  pageRequest: PageRequest,
  { form, handle }: { readonly handle: string; readonly form: BrowserForm },
): Promise<PageResponse> {
  const { context, request } = pageRequest;
  const submitted = await submitApproval(contextOf(deps, context), {
    handle,
    browserSecret: cookieOf(request, deps.baseUrl, approvalCookie(handle)),
    csrf: form.fields.get('csrf') ?? '',
    form: formIn(form),
    browserInfo: {
      browserName: browserName(request.headers['user-agent']),
      browserSecret: undefined,
      clientName: undefined,
    },
  });
  return submitted.kind === 'leave'
    ? { kind: 'redirect', cookies: [], location: submitted.url }
    : reload(pageRequest);
}

type FieldReader = (name: string) => string;

/** Forms by the value of their field `do`; one without a reader does not compile. */
const forms: {
  readonly [Wanted in PageForm['do']]: (
    text: FieldReader,
    repeated: readonly string[],
  ) => Extract<PageForm, { readonly do: Wanted }>;
} = {
  identify: (text) => ({ do: 'identify', name: text('name') }),
  password: (text) => ({ do: 'password', password: new Secret(text('password')) }),
  'other-name': () => ({ do: 'other-name' }),
  accounts: (_, accountIds) => ({ do: 'accounts', accountIds }),
  'other-account': () => ({ do: 'other-account' }),
  method: (text) => ({ do: 'method', methodId: text('method') }),
  'other-method': () => ({ do: 'other-method' }),
  code: (text) => ({ do: 'code', code: text('code') }),
  passkey: (text) => ({ do: 'passkey', response: text('passkey') }),
  resend: () => ({ do: 'resend' }),
  refresh: () => ({ do: 'refresh' }),
  extend: () => ({ do: 'extend' }),
  cancel: () => ({ do: 'cancel' }),
};

/** Reads a form; one that none of our pages sends is invalid. */
function formIn({ fields, repeated }: BrowserForm): PageForm {
  const wanted = fields.get('do') ?? '';
  if (!isWanted(wanted)) throw standardProblems.invalid();
  return forms[wanted]((name) => fields.get(name) ?? '', repeated);
}

function isWanted(wanted: string): wanted is keyof typeof forms {
  return Object.hasOwn(forms, wanted);
}

/** Redirects by GET, so that a reload does not post the form again. */
function reload({ path }: PageRequest): PageResponse {
  return { kind: 'redirect', cookies: [], location: path };
}

/** Returns whether the page of this browser still waits for a device. */
export function approvalStatus(
  deps: ApprovalDeps,
  { context, handle, request }: Pick<PageRequest, 'context' | 'request'> & { readonly handle: string },
): Promise<PageStatus> {
  const browserSecret = cookieOf(request, deps.baseUrl, approvalCookie(handle));
  return statusOfApproval(contextOf(deps, context), { handle, browserSecret });
}

/** Renders the page for a request that failed; nothing about the approval is known. */
export function approvalFailurePage(
  deps: ApprovalDeps,
  pageRequest: PageRequest,
  status: number,
): RenderedPage {
  const setting = settingOf(deps, pageRequest, undefined);
  const frame = unknownFrame(pageRequest);
  return status >= 500 ? renderFailure(frame, setting) : renderUnknownLink(frame, setting);
}

/** The customer is known only in the middle of the approval, so that the system acts. */
function contextOf({ ports }: ApprovalDeps, context: Context): Context & ScaPorts {
  const { bankId } = context;
  return { ...context, ...ports, caller: { kind: 'system', job: 'approval page', bankId } };
}

function pageDeps({ baseUrl, ports }: ApprovalDeps): PageDeps {
  return { baseUrl, ports: ports.identity };
}

function unknownFrame({ context, path }: PageRequest): {
  readonly action: string;
  readonly reference: string;
} {
  return { action: path, reference: referenceOf(context.origin) };
}

function settingOf(
  deps: ApprovalDeps,
  pageRequest: PageRequest,
  authorisation: OpenedApproval['authorisation'],
): ApprovalSetting {
  const { bankId, clock } = pageRequest.context;
  const { bankName, timeZone } = deps.ports.identity.identityFacts.of(bankId);
  const { language, returnTo } = authorisation?.details ?? {};
  return {
    brand: deps.brands.of(bankId),
    bankName,
    language: languageOf(pageRequest, pageDeps(deps), language),
    formOrigins: returnTo === undefined ? [] : originsOf(returnTo),
    timeZone,
    today: clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString(),
  };
}
