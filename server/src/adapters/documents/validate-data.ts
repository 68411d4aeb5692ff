import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { contentCache } from './content-cache.ts';
import { bareCopy, pointerPart } from './data-shape.ts';
import { RenderError, type Task, templateNotValid } from './worker-protocol.ts';

const validatorsMax = 200;
const errorsMax = 50;

const validators = contentCache<Task['schema'], ValidateFunction>(validatorsMax, {
  content: (schema) => JSON.stringify(schema),
  make: compile,
});

/** Validates the data of a task by its schema and returns a copy without prototypes. */
export function validateData({ key, schema, data }: Task): Json {
  const validate = validators.of(key, schema);
  if (!validate(data)) {
    const errors = (validate.errors ?? []).slice(0, errorsMax).map(toError);
    throw new RenderError({ kind: 'data-not-valid', errors });
  }
  return bareCopy(data);
}

/** One Ajv per schema: two templates may use the same `$id`, and an evicted schema leaves nothing behind. */
function compile(schema: Task['schema']): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false });
  ajv.addFormat('date', isDay);
  ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== undefined);
  try {
    return ajv.compile(schema);
  } catch (error) {
    // The only way Ajv reports an invalid schema.
    throw templateNotValid(`schema: ${error instanceof Error ? error.message : 'invalid'}`);
  }
}

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const shortMonths: ReadonlySet<number> = new Set([4, 6, 9, 11]);

/**
 * Returns whether the text is an existing date, `YYYY-MM-DD`. Computed without a library, because a statement has
 * hundreds of them.
 */
export function isDay(text: string): boolean {
  const match = day.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, dayOfMonth = 0] = match.slice(1).map(Number);
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return shortMonths.has(month) ? 30 : 31;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function toError({ instancePath, keyword, params }: ErrorObject): { path: string; rule: string } {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const path = typeof name === 'string' ? `${instancePath}/${pointerPart(name)}` : instancePath;
  return { path, rule: keyword };
}
