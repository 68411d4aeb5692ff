import { sql } from 'kysely';

/** Rows that a clean-up deletes in one transaction. */
export const cleanUpBatchMax = 200;
/** A literal: with any number as its limit, a generic plan sorts all old rows instead of walking their index. */
export const cleanUpLimit = sql.lit(cleanUpBatchMax);
