import { repositoryRoot } from '../repository.ts';
import { productStatements } from './registry.ts';

/** `node tools/growth/print-statements.ts`: prints every statement of the product as JSON. */
const statements = await productStatements(repositoryRoot);
process.stdout.write(
  JSON.stringify(statements, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
);
