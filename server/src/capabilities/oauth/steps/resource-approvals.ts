import {
  findWaitingApproval,
  linkApproval,
  outcomeOfApproval,
  type ScaPorts,
} from '#capabilities/sca/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { ResourceApprovals, ResourceKind } from '../ports/resource-approvals.ts';

/** Connects the server with the engine of approvals: the same pages, digests and subjects as on every approach. */
export function createResourceApprovals(sca: ScaPorts, kinds: readonly ResourceKind[]): ResourceApprovals {
  const contextOf = (context: Context): Context & ScaPorts => ({ ...context, ...sca });
  return {
    kinds,
    async findWaiting(context, { organisationId, resource: { resourceId, service } }) {
      const subjectKinds = kinds.find((kind) => kind.service === service)?.subjectKinds ?? [];
      for (const kind of subjectKinds) {
        const subject = { kind, id: resourceId };
        const found = await findWaitingApproval(contextOf(context), { subject, organisationId });
        if (found !== undefined) return found;
      }
      return undefined;
    },
    link: (context, approval) => linkApproval(contextOf(context), approval),
    outcomeOf: (context, approval) => outcomeOfApproval(contextOf(context), approval),
  };
}
