import { plain } from '#dialects/plain/plain.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { fileHeaders } from '#platform/http/file-headers.ts';
import type { ResponseFile } from '#platform/kernel/http-response.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { anonymousContext } from '#platform/work/anonymous-context.ts';
import type { Context } from '#platform/work/context.ts';
import type { PageRequest, PageStatus } from './page-request.ts';

/** What a browser gets: a page, another address, or a file to download. */
export type PageResponse = { readonly cookies: readonly string[] } & (
  | {
      readonly kind: 'page';
      readonly page: RenderedPage;
      /** 200 by default. */
      readonly status?: number;
      readonly refusal?: PageStatus['refusal'];
    }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'file'; readonly file: ResponseFile }
);

/** How one kind of pages responds. */
export interface PageResponder {
  readonly bankId: string;
  /** Path that the forms of the page are posted to. */
  readonly path: string;
  readonly decide: (pageRequest: PageRequest) => Promise<PageResponse>;
  /** Renders the page for a request that failed with this status. */
  readonly failurePage: (pageRequest: PageRequest, status: number) => RenderedPage;
}

/** Responds to a browser, with a page in every case: a person reads it. */
export async function respondToBrowser(
  ctx: Context,
  delegatedRequest: DelegatedRequest,
  { bankId, decide, failurePage, path }: PageResponder,
): Promise<void> {
  const { request, response } = delegatedRequest.detach();
  const pageRequest: PageRequest = {
    context: anonymousContext(ctx, bankId),
    request,
    query: new URLSearchParams((request.url ?? '').split('?')[1] ?? ''),
    path,
    fields: undefined,
  };
  const send = (status: number, headers: Record<string, string>, body: string | Uint8Array = ''): void =>
    void response.writeHead(status, { 'x-frame-options': 'DENY', ...headers }).end(body);
  const sendPage = (status: number, page: RenderedPage): void =>
    send(
      status,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.contentSecurityPolicy,
      },
      page.html,
    );
  try {
    const decided = await decide(pageRequest);
    delegatedRequest.recordFacts({
      bankId,
      clientId: undefined,
      problem: undefined,
      ...(decided.kind === 'page' ? decided.refusal : undefined),
    });
    for (const cookie of decided.cookies) response.appendHeader('set-cookie', cookie);
    if (decided.kind === 'page') sendPage(decided.status ?? 200, decided.page);
    else if (decided.kind === 'file') send(200, fileHeaders(decided.file), decided.file.content);
    else send(303, { location: decided.location });
  } catch (error) {
    if (response.headersSent) throw error;
    const problem = problemOf(ctx, error);
    delegatedRequest.recordFacts({
      bankId,
      clientId: undefined,
      problem: problem.literal,
      reason: problem.more.reason,
    });
    const status = statusOfProblem(problem);
    sendPage(status, failurePage(pageRequest, status));
  }
}

/** Returns the status with which a page shows a problem. */
export function statusOfProblem({ entry, literal }: Problem): number {
  return plain.describeProblem(entry, literal).status;
}

function problemOf(ctx: Context, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { operationId, requestId } = ctx.origin;
  ctx.log.error({ requestId, operationId, error }, 'a page failed with an unexpected error');
  return standardProblems['internal-error']();
}
