import { createMemoryScreening } from '../testing/memory-screening.suite.ts';
import { screeningSuite } from '../testing/screening.suite.ts';

screeningSuite('the fake', createMemoryScreening);
