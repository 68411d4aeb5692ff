import type { PaymentOrder } from '#capabilities/authorization/index.ts';
import { InvalidFile } from './element-search.ts';
import { ordersIn } from './pain001.ts';

/** Reads the orders of a file; undefined if it is not an acceptable pain.001. Runs in a thread. */
export function read(bytes: Uint8Array): readonly PaymentOrder[] | undefined {
  try {
    return ordersIn(bytes);
  } catch (error) {
    if (error instanceof InvalidFile) return undefined;
    throw error;
  }
}
