import type { Dialect } from '#platform/http/dialect.ts';
import { apiClientMessagesBody, apiClientProblemBody } from './error-bodies.ts';
import { xs2a } from './xs2a.ts';

const instanceMax = 256;

/**
 * Verifications of payees came with 1.3.16, which names messages `apiClientMessages`. Both names are sent, because
 * clients read errors of all operations alike. SPEC xs2a-2026 1.5
 */
export const xs2aVerifications: Dialect = {
  ...xs2a,
  errorBodies: (entry) => {
    const usual = xs2a.errorBodies(entry);
    return {
      ...('application/json' in usual ? { 'application/json': apiClientMessagesBody } : {}),
      ...('application/problem+json' in usual ? { 'application/problem+json': apiClientProblemBody } : {}),
    };
  },
  render(problem, facts) {
    const rendered = xs2a.render(problem, facts);
    const { body, contentType, status } = rendered;
    if (typeof body !== 'object' || body === null) return rendered;
    if (contentType === 'application/problem+json')
      return { ...rendered, body: { ...body, status, instance: facts.path.slice(0, instanceMax) } };
    return 'tppMessages' in body
      ? { ...rendered, body: { apiClientMessages: body['tppMessages'], ...body } }
      : rendered;
  },
};
