import { parseArgs } from 'node:util';
import { startPostgresIfMissing } from './demo/own-postgres.ts';
import { createShutdown } from './demo/shutdown.ts';
import { CannotStart } from './dev/clone.ts';

/**
 * `npm run demo` starts the demo bank with its interface for third parties, a shop that is paid through it, and a page with
 * the messages to customers. It starts PostgreSQL where none answers. `--reset` deletes the database and the keys first.
 */
const shutdown = createShutdown();

try {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  const postgres = await startPostgresIfMissing();
  if (postgres !== undefined) {
    shutdown.add(() => postgres.stop());
    process.env['TEST_DATABASE_URL'] = postgres.url;
  }
  // Loaded now: it reads the address of PostgreSQL when it is loaded.
  const { startDemo } = await import('./demo/start-demo.ts');
  await startDemo(shutdown, values);
  // The person who typed the command can remove the cause.
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  await shutdown.run(1);
}
