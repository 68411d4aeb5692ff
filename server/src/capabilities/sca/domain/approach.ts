import type { Approach } from './status.ts';

/** What the third party prefers, from its headers; undefined: no preference. */
export interface ApproachPreference {
  readonly redirect: boolean | undefined;
  readonly decoupled: boolean | undefined;
}

/**
 * Chooses the approach of an authorisation. SPEC xs2a 1.2: a preference is never an error. `supported` is in the order of
 * the bank's priority, and not empty.
 */
export function chooseApproach(
  supported: readonly [Approach, ...Approach[]],
  { decoupled, redirect }: ApproachPreference,
): Approach {
  const [first, second = first] = supported;
  const wanted = wantedApproach(supported, { decoupled, redirect });
  if (wanted !== undefined) return wanted;
  const isUnwanted =
    (redirect === false && first === 'REDIRECT') || (decoupled === false && first === 'DECOUPLED');
  return isUnwanted ? second : first;
}

/** Returns the supported approach that the third party asks for. */
function wantedApproach(
  supported: readonly Approach[],
  { decoupled, redirect }: ApproachPreference,
): Approach | undefined {
  if (redirect === true && decoupled === true) return supported.find((approach) => approach !== 'EMBEDDED');
  const wanted = askedFor({ decoupled, redirect });
  return wanted !== undefined && supported.includes(wanted) ? wanted : undefined;
}

function askedFor({ decoupled, redirect }: ApproachPreference): Approach | undefined {
  if (redirect === true) return 'REDIRECT';
  if (decoupled === true) return 'DECOUPLED';
  return redirect === false && decoupled === false ? 'EMBEDDED' : undefined;
}
