import { createTestDatabase, type TestDatabase } from './database.ts';
import { createHouse, type House, type HouseAnswer, type HouseOptions } from './house.ts';

/** The product as a caller meets it: real routes, real database, real tokens; only the clock is ours. */
export interface World extends House {
  readonly database: TestDatabase;
}

export type WorldAnswer = HouseAnswer;

/** What a capability brings to its tests. */
export interface WorldOptions<Ports> extends HouseOptions<Ports> {
  readonly poolSize?: number;
}

export async function createWorld<Ports>(options: WorldOptions<Ports>): Promise<World> {
  const database = await createTestDatabase({ poolSize: options.poolSize ?? 5 });
  const house = await createHouse(options, database.app);
  return {
    ...house,
    database,
    async [Symbol.asyncDispose]() {
      await house[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
