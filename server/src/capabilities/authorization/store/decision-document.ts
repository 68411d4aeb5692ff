import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';

/** What was decided when a collection took its digest: the rule that holds, and why. */
export interface Decision {
  readonly rule: EffectiveRule;
  /** For people. */
  readonly sentences: readonly string[];
}

/** A decision as it is kept, for as long as the signatures under it. */
export function decisionText({ rule, sentences }: Decision): string {
  const { collectionValidity, ...plain } = rule;
  return JSON.stringify({
    rule: { ...plain, ...omitUndefined({ collectionValidity: collectionValidity?.toString() }) },
    sentences,
  });
}

interface KeptDecision {
  readonly rule: Omit<EffectiveRule, 'collectionValidity'> & { readonly collectionValidity?: string };
  readonly sentences: readonly string[];
}

export function decisionIn(text: string): Decision {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by `decisionText`, and sealed
  const { rule, sentences } = JSON.parse(text) as KeptDecision;
  const { collectionValidity, ...plain } = rule;
  const validity = collectionValidity === undefined ? undefined : Temporal.Duration.from(collectionValidity);
  return { rule: { ...plain, ...omitUndefined({ collectionValidity: validity }) }, sentences };
}
