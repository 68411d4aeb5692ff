import type { ScreeningOutcome } from '../domain/customer-status.ts';
import type { PartyName } from '../domain/facts.ts';
import { listedName, type ScreeningHarness, type ScreeningMode, unsureName } from './screening.suite.ts';

/** Returns what the list says about a name. */
export function listOutcome(name: string): ScreeningOutcome {
  if (name === listedName) return 'hit';
  return name === unsureName ? 'open' : 'clear';
}

/** The fake of a screening service, for tests of what asks it. */
export async function createMemoryScreening(): Promise<ScreeningHarness> {
  let mode: ScreeningMode = 'well';
  let requests = 0;
  const nameOf = (name: PartyName): string =>
    name.kind === 'individual' ? name.surname : name.commercialName;
  return {
    screening: {
      async screen({ name }) {
        requests += 1;
        return mode === 'well' || mode === 'busy' ? listOutcome(nameOf(name)) : 'open';
      },
    },
    switchMode: async (next) => void (mode = next),
    requests: async () => requests,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
