import { plainStatement } from './statement.ts';

/** The least statement there is: whether the database answers. */
export const ping = plainStatement('select 1 as answer')([]);
