import type { ApprovalFrame, ApprovalView } from '#capabilities/sca/index.ts';
import type { Html } from '#platform/html/html.ts';
import type { Brand } from '../customer/brands.ts';
import { pageLanguage } from '../customer/languages.ts';
import type { PartContext } from '../customer/page-context.ts';
import type { StylePart } from '../customer/page-style.ts';
import type { ApprovalScriptPart } from './approval-script.ts';
import type { ApprovalStylePart } from './approval-style.ts';
import { approvalTexts } from './approval-texts.ts';
import type { ApprovalTexts } from './texts/english.ts';

/** What the pages of an approval need besides the view and its frame. */
export interface ApprovalSetting {
  readonly brand: Brand;
  readonly bankName: string;
  /** Tag of the language. */
  readonly language: string;
  /** Origins of the addresses to which the browser may return: browsers check redirects after a form. */
  readonly formOrigins: readonly string[];
  /** Time zone of the customer or of the bank; UTC, and named, if neither is known. */
  readonly timeZone: string | undefined;
  /** Date in that zone, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Context of a page of which no approval is known. */
export interface UnknownContext extends PartContext {
  readonly words: ApprovalTexts;
}

/** Context that every part of an approval page may use. */
export interface ApprovalContext extends UnknownContext {
  readonly frame: PartContext['frame'] & ApprovalFrame;
  readonly setting: ApprovalSetting;
}

/** View of one kind. */
export type ApprovalViewOf<Kind extends ApprovalView['kind']> = Extract<
  ApprovalView,
  { readonly kind: Kind }
>;

/** Content of a view for its page. */
export interface ApprovalContent {
  /** Title text; the heading says the same. */
  readonly title: string;
  readonly body: readonly (Html | undefined)[];
  readonly state: 'good' | 'faulty';
  /** Whether the page times out. */
  readonly ends: 'in-time' | 'never';
  readonly scripts: readonly ApprovalScriptPart[];
  readonly styles: readonly (ApprovalStylePart | StylePart)[];
}

/** Default content of a page. */
export const defaultContent: Omit<ApprovalContent, 'body' | 'title'> = {
  state: 'good',
  ends: 'in-time',
  scripts: [],
  styles: [],
};

/** Creates the context of a page about an approval. */
export function approvalContext(frame: ApprovalFrame, setting: ApprovalSetting): ApprovalContext {
  const { frame: shared, ...context } = unknownContext(frame, setting);
  return { ...context, setting, frame: { ...frame, ...shared, csrf: frame.csrf } };
}

/** Creates the context of a page that knows no approval, so that its forms have no token. */
export function unknownContext(
  { action, reference }: Pick<ApprovalFrame, 'action' | 'reference'>,
  { bankName, brand, formOrigins, language: tag }: ApprovalSetting,
): UnknownContext {
  const language = pageLanguage(tag);
  return {
    brand,
    language,
    texts: language.texts,
    words: approvalTexts(language.tag),
    frame: { action, bankName, csrf: '', formOrigins, requestId: reference },
  };
}
