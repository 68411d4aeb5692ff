import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { RenderResult } from '../ports/document-renderer.ts';
import { problems } from '../problems.ts';

/** What was made, or why it was not, in words for the caller. */
export function productOf<Product>(pressed: RenderResult<Product>): Product {
  switch (pressed.kind) {
    case 'done':
      return pressed.product;
    case 'data-not-valid':
      throw problems['template-data-not-valid']({ details: { faults: pressed.faults } });
    case 'over-limit':
      throw problems['template-data-not-valid']({ details: { limit: pressed.limit } });
    case 'busy':
      throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
    case 'template-not-valid':
      // Published templates were tried with a sample; one that does not work is ours to mend.
      throw new Error(`a published template does not work: ${pressed.reason}`);
  }
}
