import type { MessageCategory, MessageKind } from './literals.ts';

/** Sources of a template in one language. */
export interface TemplateTexts {
  readonly title: string;
  readonly text: string;
  readonly html?: string;
  readonly short?: string;
}

/** The newest version of a template in the best matching language. */
export interface Template {
  readonly templateId: string;
  readonly version: number;
  readonly locale: string;
  readonly messageKind: MessageKind;
  readonly messageCategory: MessageCategory;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly texts: TemplateTexts;
}

/** A template with its document sources. */
export interface DocumentTemplate extends Template {
  readonly name: string;
  readonly pdf: string | undefined;
  readonly docx: Uint8Array | undefined;
}

/** Cache key for anything derived from this version. */
export function templateKey(bankId: string, { locale, templateId, version }: Template): string {
  return `${bankId}/${templateId}/${version}/${locale}`;
}
