import { literalLengthMax, literalPattern } from '#platform/kernel/classification.ts';

declare const list: unique symbol;

/** Lists of this interface that each bank extends. */
export type AddedList = 'sensitive-actions' | 'resource-kinds';

/** A literal that is none of the product; whether the bank has it is decided by its values. */
export type AddedLiteral<List extends string> = string & { readonly [list]: List };

const shape = new RegExp(literalPattern, 'v');

/** Returns whether a text is written like a literal of these lists. */
export function isAddedLiteral<List extends string>(text: string): text is AddedLiteral<List> {
  return text.length <= literalLengthMax && shape.test(text);
}
