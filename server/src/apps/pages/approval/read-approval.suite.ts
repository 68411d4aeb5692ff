import type { ApprovalFrame, ApprovalView } from '#capabilities/sca/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { attribute, type PageElement, type ReadPage, readPage } from '../customer/read-page.suite.ts';
import { renderApproval } from './approval-pages.ts';
import { sampleFrame, sampleSetting, sampleViews } from './sample-approvals.suite.ts';

export function pageOf(
  view: ApprovalView | undefined,
  language = 'en',
  frame: Partial<ApprovalFrame> = {},
): RenderedPage {
  if (view === undefined) throw new Error('no such view');
  return renderApproval(view, sampleFrame(frame), sampleSetting({ language }));
}

export function read(name: string, language = 'en', frame: Partial<ApprovalFrame> = {}): ReadPage {
  return readPage(pageOf(sampleViews[name], language, frame).html);
}

export function main({ all }: ReadPage): PageElement {
  const [element] = all('main');
  if (element === undefined) throw new Error('a page without a main part');
  return element;
}

export function button(page: ReadPage, request: string): PageElement | undefined {
  return page.all('button').find((one) => attribute(one, 'value') === request);
}

export function requestsOn(page: ReadPage): readonly string[] {
  const sent = [...page.all('button'), ...page.all('input')].filter((one) => attribute(one, 'name') === 'do');
  return sent.map((one) => attribute(one, 'value') ?? '');
}
