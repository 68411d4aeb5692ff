import type { Element } from '#platform/xml/xml-tree.ts';
import type { Content, ElementRule, ElementsContent, TextContent } from './element-rules.ts';
import { trimmed } from './element-text.ts';
import { below, type ContentFault, type FaultList, type Place } from './fault-list.ts';

// Unknown elements are refused: what a third party orders and the bank does not see would silently not happen. Known
// elements without effect on a payment are accepted and not used; the tables in schema.ts name them.
const unknown: ContentFault = { code: 'unknown-field', message: 'This element does not exist here.' };
const unknownAttribute: ContentFault = {
  code: 'unknown-field',
  message: 'This attribute does not exist here.',
};
const required: ContentFault = { code: 'required', message: 'This element is required.' };
const duplicate: ContentFault = { code: 'duplicate', message: 'This element may occur once.' };
const order: ContentFault = {
  code: 'malformed',
  message: 'This element is not in the order of the schema.',
};
const noText: ContentFault = { code: 'type', message: 'This element contains elements, not text.' };

/** Adds what is wrong with an element and everything below it. */
export function validateElement(element: Element, content: Content, place: Place, faults: FaultList): void {
  switch (content.kind) {
    case 'ignored':
      return;
    case 'refused':
      faults.add(place, content.fault);
      return;
    case 'text':
      validateText(element, content, place, faults);
      return;
    case 'choice':
    case 'sequence':
      validateElements(element, content, place, faults);
  }
}

function validateText(
  { attributes, children, text }: Element,
  content: TextContent,
  place: Place,
  faults: FaultList,
): void {
  validateAttributes(attributes, content, place, faults);
  const [child] = children;
  const fault = child === undefined ? content.rule(trimmed(text)) : unknown;
  if (fault !== undefined) faults.add(child === undefined ? place : below(place, child.name), fault);
}

function validateAttributes(
  attributes: ReadonlyMap<string, string>,
  content: Pick<TextContent, 'attributes'>,
  place: Place,
  faults: FaultList,
): void {
  for (const [name, rule] of content.attributes) {
    const value = attributes.get(name);
    const fault =
      value === undefined
        ? { code: 'required' as const, message: 'This attribute is required.' }
        : rule(trimmed(value));
    if (fault !== undefined) faults.add(below(place, `@${name}`), fault);
  }
  if (attributes.size === 0) return;
  for (const name of attributes.keys())
    if (!content.attributes.has(name)) faults.add(below(place, `@${name}`), unknownAttribute);
}

const noAttributes = { attributes: new Map() };

/** Children of one element that have been checked. */
interface Siblings {
  readonly place: Place;
  readonly faults: FaultList;
  readonly counts: Map<ElementRule, number>;
  lastPosition: number;
}

function validateElements(element: Element, content: ElementsContent, place: Place, faults: FaultList): void {
  if (element.attributes.size > 0) validateAttributes(element.attributes, noAttributes, place, faults);
  if (trimmed(element.text) !== '') faults.add(place, noText);
  const siblings: Siblings = { place, faults, counts: new Map(), lastPosition: 0 };
  for (const child of element.children) {
    const rule = child.namespace === element.namespace ? content.rules.get(child.name) : undefined;
    if (rule === undefined) faults.add(below(place, child.name), unknown);
    else validateChild(child, rule, siblings);
  }
  if (content.kind === 'choice') validateChoice(content, siblings);
  else validateRequired(content, siblings);
}

function validateChild(child: Element, rule: ElementRule, siblings: Siblings): void {
  const { counts, faults, lastPosition, place } = siblings;
  const count = (counts.get(rule) ?? 0) + 1;
  counts.set(rule, count);
  siblings.lastPosition = rule.position;
  const at = below(place, rule.max > 1 || count > 1 ? `${rule.name}[${count}]` : rule.name);
  if (count > rule.max) {
    faults.add(at, rule.max === 1 ? duplicate : { code: 'too-many', message: `At most ${rule.max}.` });
    return;
  }
  if (rule.position < lastPosition) faults.add(at, order);
  validateElement(child, rule.content, at, faults);
}

function validateRequired({ rules }: ElementsContent, { counts, faults, place }: Siblings): void {
  for (const rule of rules.values())
    if (rule.isRequired && !counts.has(rule)) faults.add(below(place, rule.name), required);
}

function validateChoice({ rules }: ElementsContent, { counts, faults, place }: Siblings): void {
  if (counts.size === 1) return;
  // A refused alternative is not offered.
  const offered = [...rules.values()].filter(({ content }) => content.kind !== 'refused');
  faults.add(place, {
    code: counts.size === 0 ? 'combination-required' : 'combination-not-allowed',
    message: `Must contain ${offered.map(({ name }) => name).join(' or ')}.`,
  });
}
