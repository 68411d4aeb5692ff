import type { RenderedPage } from '#platform/html/layout.ts';
import { chooseMediaType } from './accept.ts';

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
