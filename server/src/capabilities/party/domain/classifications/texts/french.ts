import { customers } from './french/customers.ts';
import { people } from './french/people.ts';
import { standards } from './french/standards.ts';

export const french = { ...people, ...customers, ...standards };
