import type { Temporal } from 'temporal-polyfill';
import {
  type ClassificationSchema,
  type HeldValue,
  isUsable,
  type Texts,
} from '#platform/kernel/classification.ts';
import type { ClassificationChange } from '#platform/kernel/classification-change.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { bankChangeAsJson, decisionOf } from './format-bank-change.ts';

/** Returns a classification and what a bank may change in it, in one line. */
export function schemaLine({ bank, id, name }: ClassificationSchema): string {
  if (bank === undefined) return `${id}: ${name} (enum)`;
  return `${id}: ${name} (class; ${bank.mayAdd ? 'the bank may add values' : 'the bank may change descriptions'})`;
}

/** Returns a value in one line. */
export function valueLine(value: HeldValue, time: Temporal.Instant): string {
  const { code, literal, parentLiteral, texts } = value;
  const below = parentLiteral === undefined ? '' : `, below ${parentLiteral}`;
  return `${literal} (${code}${below}${endOf(value, time)}): ${textsOf(texts)}`;
}

function endOf({ validUntil }: HeldValue, time: Temporal.Instant): string {
  if (validUntil === undefined) return '';
  return `, ${isUsable({ validUntil }, time) ? 'ends' : 'ended'} ${toWireTimestamp(validUntil)}`;
}

function textsOf(texts: Texts): string {
  return Object.entries(texts)
    .map(([language, text]) => `${language} “${text}”`)
    .join(', ');
}

export function valueAsJson({ code, literal, parentLiteral, texts, validUntil }: HeldValue): object {
  return {
    literal,
    code,
    texts,
    parentLiteral: parentLiteral ?? null,
    validUntil: validUntil === undefined ? null : toWireTimestamp(validUntil),
  };
}

/** Returns a change in one line, with the whole definition that it leads to. */
export function changeLine(change: ClassificationChange): string {
  const { changeId, literal, schemaId, texts, ...rest } = change;
  const definition =
    texts === undefined
      ? 'as in the starting set'
      : valueLine({ ...rest, literal, texts }, change.effectiveFrom);
  return `${changeId}  ${schemaId} ${texts === undefined ? `${literal} ` : ''}${definition} ${decisionOf(change)}`;
}

export function changeAsJson(change: ClassificationChange): object {
  const { code, literal, parentLiteral, schemaId, texts, validUntil } = change;
  return {
    ...bankChangeAsJson(change),
    schemaId,
    ...valueAsJson({ code, literal, parentLiteral, texts: texts ?? {}, validUntil }),
    isStartingSet: texts === undefined,
  };
}
