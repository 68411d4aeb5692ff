import type { TObject } from 'typebox';
import type { JsonBody } from './body-kinds.ts';

/** Returns the body of a form as browsers and OAuth clients send it. The operations of such routes read it themselves. */
export function urlencodedForm<Schema extends TObject>(schema: Schema): JsonBody<Schema> {
  return { kind: 'json', mediaTypes: ['application/x-www-form-urlencoded'], schema };
}
