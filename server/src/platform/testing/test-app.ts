import { createTestDatabase, type TestDatabase } from './database.ts';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
  type TestServerResponse,
} from './test-server.ts';

/** The product as a client sees it: real routes, real database, real tokens; only the clock is fake. */
export interface TestApp extends TestServer {
  readonly database: TestDatabase;
}

export type TestResponse = TestServerResponse;

/** What a capability supplies to its tests. */
export interface TestAppOptions<Ports> extends TestServerOptions<Ports> {
  readonly poolSize?: number;
}

export async function createTestApp<Ports>(options: TestAppOptions<Ports>): Promise<TestApp> {
  const database = await createTestDatabase({ poolSize: options.poolSize ?? 5 });
  const server = await createTestServer(options, database.app);
  return {
    ...server,
    database,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
