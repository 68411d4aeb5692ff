import { customers } from './german/customers.ts';
import { people } from './german/people.ts';
import { standards } from './german/standards.ts';

export const german = { ...people, ...customers, ...standards };
