import type { ApprovalFrame, ApprovalView } from '#capabilities/sca/index.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import {
  type ApprovalContent,
  type ApprovalContext,
  type ApprovalSetting,
  type ApprovalViewOf,
  approvalContext,
  unknownContext,
} from './approval-context.ts';
import { framedApproval, framedEnding } from './approval-frame.ts';
import { accounts, method } from './choice-views.ts';
import { done, ended, failure, moreSignatures, unknownLink } from './ending-views.ts';
import { identify, password } from './entry-views.ts';
import { review } from './review-view.ts';

type KnownView = Exclude<ApprovalView, { readonly kind: 'unknown-link' }>;

/** Renderers by kind of view; a kind without a renderer does not compile. */
const renderers: {
  readonly [Kind in KnownView['kind']]: (
    view: ApprovalViewOf<Kind>,
    context: ApprovalContext,
  ) => ApprovalContent;
} = { identify, password, accounts, method, review, 'more-signatures': moreSignatures, done, ended };

/** Renders a page on which a customer approves what a third party asks for, with its content security policy. */
export function renderApproval(
  view: ApprovalView,
  frame: ApprovalFrame,
  setting: ApprovalSetting,
): RenderedPage {
  if (view.kind === 'unknown-link') return renderUnknownLink(frame, setting);
  const context = approvalContext(frame, setting);
  return framedApproval(context, contentOf(view.kind, view, context));
}

/** Renders the page of a link that leads to no approval; nothing about one is known. */
export function renderUnknownLink(
  frame: Pick<ApprovalFrame, 'action' | 'reference'>,
  setting: ApprovalSetting,
): RenderedPage {
  const context = unknownContext(frame, setting);
  return framedEnding(context, unknownLink(context));
}

function contentOf<Kind extends KnownView['kind']>(
  kind: Kind,
  view: ApprovalViewOf<Kind>,
  context: ApprovalContext,
): ApprovalContent {
  return renderers[kind](view, context);
}

/** Renders the page for a request that failed, of which nothing is known. */
export function renderFailure(
  frame: Pick<ApprovalFrame, 'action' | 'reference'>,
  setting: ApprovalSetting,
): RenderedPage {
  const context = unknownContext(frame, setting);
  return framedEnding(context, failure(context));
}
