import type { ContentFault } from './fault-list.ts';
import { maxText, type TextRule } from './text-rules.ts';

/** What an element may contain. */
export type Content = TextContent | ElementsContent | IgnoredContent | RefusedContent;

export interface TextContent {
  readonly kind: 'text';
  readonly rule: TextRule;
  /** Required attributes. */
  readonly attributes: ReadonlyMap<string, TextRule>;
}

export interface ElementsContent {
  /** All of them in this order, or exactly one. */
  readonly kind: 'sequence' | 'choice';
  readonly rules: ReadonlyMap<string, ElementRule>;
}

/** Accepted with everything below, and not used. */
export interface IgnoredContent {
  readonly kind: 'ignored';
}

/** Known to the schema, and not possible here. */
export interface RefusedContent {
  readonly kind: 'refused';
  readonly fault: ContentFault;
}

/** An element among its siblings. */
export interface ElementRule {
  readonly name: string;
  readonly position: number;
  readonly isRequired: boolean;
  readonly max: number;
  readonly content: Content;
}

type Rule = Omit<ElementRule, 'position'>;

export const ignored: IgnoredContent = { kind: 'ignored' };
const unlimited = Number.POSITIVE_INFINITY;

export function text(rule: TextRule, attributes: Readonly<Record<string, TextRule>> = {}): TextContent {
  return { kind: 'text', rule, attributes: new Map(Object.entries(attributes)) };
}

export function sequence(...rules: readonly Rule[]): ElementsContent {
  return {
    kind: 'sequence',
    rules: new Map(rules.map((rule, position) => [rule.name, { ...rule, position }])),
  };
}

export function choice(...rules: readonly Rule[]): ElementsContent {
  return { kind: 'choice', rules: new Map(rules.map((rule) => [rule.name, { ...rule, position: 0 }])) };
}

export function one(name: string, content: Content | TextRule): Rule {
  return { name, isRequired: true, max: 1, content: contentOf(content) };
}

export function optional(name: string, content: Content | TextRule): Rule {
  return { name, isRequired: false, max: 1, content: contentOf(content) };
}

export function many(name: string, content: Content | TextRule, max = unlimited): Rule {
  return { name, isRequired: false, max, content: contentOf(content) };
}

/** An element that is refused, wherever it is allowed by the schema. */
export function refused(name: string, message: string): Rule {
  return {
    name,
    isRequired: false,
    max: 1,
    content: { kind: 'refused', fault: { code: 'unknown-field', message } },
  };
}

/** A code or a text of the sender. */
export function codeOr(code: TextRule): ElementsContent {
  return choice(optional('Cd', code), optional('Prtry', maxText(35)));
}

function contentOf(content: Content | TextRule): Content {
  return typeof content === 'function' ? text(content) : content;
}
