import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedPage } from '#platform/html/layout.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { chooseMediaType } from './accept.ts';
import { browserLanguages } from './browser-languages.ts';
import type { Dialect } from './dialect.ts';

/** What a page about a failed request may show. */
export interface FailureFacts {
  readonly status: number;
  /** Without the query. */
  readonly path: string;
  readonly requestId: string;
  /** The languages of the browser, best first. */
  readonly languages: readonly string[];
  /** The bank's own text about its maintenance. */
  readonly maintenance: string | undefined;
}

/** Port: renders a failed request as a page; undefined at paths that no person opens. */
export type FailurePages = (facts: FailureFacts) => RenderedPage | undefined;

const offers = ['application/json', 'application/problem+json', 'text/html'] as const;

/** Returns whether a client asks for HTML before JSON: browsers do, other clients name no type or any type. */
export function prefersHtml(accept: string | undefined): boolean {
  return chooseMediaType(accept, offers) === 'text/html';
}

/** A failed request as a page, with the status of the dialect. */
interface FailurePage {
  readonly page: RenderedPage;
  readonly status: number;
}

/** Returns the page for a person in front of a browser; undefined for all other clients. */
export function failurePageOf(
  { headers, state, url }: FastifyRequest,
  { entry, literal, more }: Problem,
  {
    dialect,
    services,
  }: {
    readonly dialect: Dialect;
    readonly services: { readonly failurePage?: FailurePages };
  },
): FailurePage | undefined {
  if (services.failurePage === undefined || !prefersHtml(headers.accept)) return undefined;
  const { status } = dialect.describeProblem(entry, literal);
  const page = services.failurePage({
    status,
    path: url.split('?', 1)[0] ?? '',
    requestId: state.requestId,
    languages: browserLanguages({ headers }),
    maintenance: entry.kind === 'unavailable' ? more.message : undefined,
  });
  return page && { page, status };
}

export function sendFailurePage(
  reply: FastifyReply,
  { page, status }: FailurePage,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  return reply
    .code(status)
    .headers({
      ...headers,
      vary: 'Accept, Accept-Language',
      'x-frame-options': 'DENY',
      'content-security-policy': page.contentSecurityPolicy,
    })
    .type('text/html; charset=utf-8')
    .send(page.html);
}
