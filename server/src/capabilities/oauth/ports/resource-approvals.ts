import type { Temporal } from 'temporal-polyfill';
import type { ApprovalLink, ApprovalOutcome, SubjectKind, WaitingApproval } from '#capabilities/sca/index.ts';
import type { Psd2Role } from '#platform/auth/psd2-certificate.ts';
import type { Context } from '#platform/work/context.ts';
import type { ResourceRef, Service } from '../domain/resource-scope.ts';

/** How far a resource is, as its tokens need to know. */
export type Standing =
  /** Not approved by all, or approved: the resource itself decides what a token may read. */
  | { readonly kind: 'open'; readonly isLasting: boolean }
  /** The customer took the approval back, and may give it again until then. */
  | { readonly kind: 'suspended'; readonly until: Temporal.Instant }
  | { readonly kind: 'over' };

/** Resources of one service that tokens can stand for. Another service is another entry in the wiring. */
export interface ResourceKind {
  readonly service: Service;
  /** The role that a third party needs for the service. */
  readonly role: Psd2Role;
  /** What is approved of such a resource. */
  readonly subjectKinds: readonly SubjectKind[];
  /** Names of events about the resource, whose aggregate it is, after which its tokens may have to end. */
  readonly events: readonly string[];
  standingOf(context: Context, resourceId: string): Promise<Standing>;
}

/** An approval to which the server leads a browser. */
export interface LedApproval {
  readonly authorisationId: string;
  /** Address of the interaction of the browser. */
  readonly returnUri: string;
}

/** Port: resources of third parties, and their approval by customers. */
export interface ResourceApprovals {
  readonly kinds: readonly ResourceKind[];
  /** Finds an approval of the own resource of an organisation that waits for a browser. */
  findWaiting(
    context: Context,
    asked: { readonly organisationId: string; readonly resource: ResourceRef },
  ): Promise<WaitingApproval | undefined>;
  /** Returns the link to the page, which leads the browser to `returnUri`; undefined if it is too late. */
  link(context: Context, approval: LedApproval): Promise<ApprovalLink | undefined>;
  /** Returns how the approval ended for the browser that was led to it from `returnUri`. */
  outcomeOf(context: Context, approval: LedApproval): Promise<ApprovalOutcome>;
}

/** For servers without resources of third parties. */
export const noResourceApprovals: ResourceApprovals = {
  kinds: [],
  findWaiting: async () => undefined,
  link: async () => undefined,
  outcomeOf: async () => ({ kind: 'failed', failure: 'subject-ended' }),
};
