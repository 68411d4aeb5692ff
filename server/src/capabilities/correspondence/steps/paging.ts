import { type Page, type PageRequest, pageOf } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { listWindow, pageSizeDefault, pageSizeMax } from '../domain/policy.ts';

/** Returns the requested page, within the limits of the bank. */
export function pageFor(request: PageRequest): Page {
  const page = pageOf(request, { pageSizeDefault, pageSizeMax, listWindow });
  switch (page) {
    case 'page-size-exceeded':
      throw beyond('page-size', `The page size must not exceed ${pageSizeMax}.`);
    case 'window-exceeded':
      throw beyond('page', `Only the first ${listWindow} items can be read; narrow the filters.`);
    default:
      return page;
  }
}

function beyond(name: string, message: string): Error {
  return standardProblems.invalid({
    fieldErrors: [{ part: 'query', path: [name], code: 'maximum', message }],
  });
}
