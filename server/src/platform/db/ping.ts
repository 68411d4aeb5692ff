import { plainStatement } from './statement.ts';

/** The simplest statement; checks whether the database responds. */
export const ping = plainStatement('select 1 as answer')([]);
