/** A number that a bank may choose, within limits. Its name is that of the specification. */
export interface Policy {
  readonly name: string;
  /** What is counted, for people who read or change the value. */
  readonly unit: string;
  /** The value of a bank that chose none. */
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Defines a policy value. A value of which a bank may only choose a stricter one has its default as `min` or `max`.
 * Throws for a default outside of the limits.
 */
export function definePolicy(policy: Policy): Policy {
  const { max, min, name } = policy;
  if (!isWithin(policy, policy.default) || min > max)
    throw new Error(`the default of policy ${name} is not within its limits`);
  return policy;
}

/** Returns whether a bank may choose this value. */
export function isWithin({ max, min }: Policy, value: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}

/** Returns the nearest value that is allowed: a release may narrow the limits after a bank has chosen. */
export function withinLimits({ max, min }: Policy, value: number): number {
  return Math.min(max, Math.max(min, value));
}
