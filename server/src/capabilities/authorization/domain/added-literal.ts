declare const list: unique symbol;

/** A literal that is none of the product; whether the bank has it is decided by its values. */
export type AddedLiteral<List extends string> = string & { readonly [list]: List };

export const literalLengthMax = 50;
/** How literals of these lists are written. SPEC channel-interfaces 7.2.1: S(1..50). */
export const literalPattern = '[a-z0-9]+(?:-[a-z0-9]+)*';

const shape = new RegExp(`^${literalPattern}$`, 'v');

/** Returns whether a text is written like a literal of these lists. */
export function isAddedLiteral<List extends string>(text: string): text is AddedLiteral<List> {
  return text.length <= literalLengthMax && shape.test(text);
}
