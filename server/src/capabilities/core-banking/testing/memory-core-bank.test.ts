import { coreBankSuite } from './core-bank.suite.ts';
import { createMemoryCore } from './memory-core-bank.suite.ts';

coreBankSuite(async () => createMemoryCore());
