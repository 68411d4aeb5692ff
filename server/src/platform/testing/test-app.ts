import { createTestDatabase, type TestDatabase } from './database.ts';
import { createTestServer, type TestServer, type TestServerResponse, type TestServerOptions } from './test-server.ts';

/** The product as a caller meets it: real routes, real database, real tokens; only the clock is ours. */
export interface TestApp extends TestServer {
  readonly database: TestDatabase;
}

export type TestResponse = TestServerResponse;

/** What a capability brings to its tests. */
export interface WorldOptions<Ports> extends TestServerOptions<Ports> {
  readonly poolSize?: number;
}

export async function createTestApp<Ports>(options: WorldOptions<Ports>): Promise<TestApp> {
  const database = await createTestDatabase({ poolSize: options.poolSize ?? 5 });
  const house = await createTestServer(options, database.app);
  return {
    ...house,
    database,
    async [Symbol.asyncDispose]() {
      await house[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
