import { customers } from './dutch/customers.ts';
import { people } from './dutch/people.ts';
import { standards } from './dutch/standards.ts';

export const dutch = { ...people, ...customers, ...standards };
