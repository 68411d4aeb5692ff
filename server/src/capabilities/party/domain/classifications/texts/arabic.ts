import { customers } from './arabic/customers.ts';
import { people } from './arabic/people.ts';
import { standards } from './arabic/standards.ts';

export const arabic = { ...people, ...customers, ...standards };
