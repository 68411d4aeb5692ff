import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';

/** Decision for the payload hash of a collection: the rule that applies, and why. */
export interface Decision {
  readonly rule: EffectiveRule;
  /** Explanation for people. */
  readonly sentences: readonly string[];
}

/** Serializes a decision; it is stored as long as the signatures under it. */
export function decisionText({ rule, sentences }: Decision): string {
  const { collectionValidity, ...plain } = rule;
  return JSON.stringify({
    rule: { ...plain, ...omitUndefined({ collectionValidity: collectionValidity?.toString() }) },
    sentences,
  });
}

interface StoredDecision {
  readonly rule: Omit<EffectiveRule, 'collectionValidity'> & { readonly collectionValidity?: string };
  readonly sentences: readonly string[];
}

export function decisionIn(text: string): Decision {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by `decisionText`, and sealed
  const { rule, sentences } = JSON.parse(text) as StoredDecision;
  const { collectionValidity, ...plain } = rule;
  const validity = collectionValidity === undefined ? undefined : Temporal.Duration.from(collectionValidity);
  return { rule: { ...plain, ...omitUndefined({ collectionValidity: validity }) }, sentences };
}
