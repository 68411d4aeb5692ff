import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** The party is no longer here: erased, or merged with another one that `Location` names. */
export function partyGone(survivor: string | null | undefined): Problem {
  return survivor === null || survivor === undefined
    ? standardProblems.gone()
    : standardProblems.gone({ headers: { location: `/v1/party/parties/${survivor}` } });
}
