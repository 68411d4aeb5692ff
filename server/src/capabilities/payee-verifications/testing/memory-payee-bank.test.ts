import { createMemoryPayeeBank } from './memory-payee-bank.suite.ts';
import { payeeVerifierSuite } from './payee-verifier.suite.ts';

payeeVerifierSuite('the fake', createMemoryPayeeBank);
