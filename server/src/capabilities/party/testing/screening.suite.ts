import { describe, expect, test } from 'vitest';
import type { PartyName } from '../domain/facts.ts';
import type { Screening, ScreeningSubject } from '../ports/screening.ts';

/** How the service behaves. `busy` serves again after one refusal. */
export type ScreeningMode = 'well' | 'busy' | 'slow' | 'failing' | 'away' | 'garbled' | 'refusing';

/** A screening service with one list. */
export interface ScreeningHarness extends AsyncDisposable {
  readonly screening: Screening;
  switchMode(mode: ScreeningMode): Promise<void>;
  /** How many requests the service has got. */
  requests(): Promise<number>;
}

/** Surnames and commercial names on the list of the service: sure, and to be reviewed. */
export const listedName = 'Gesucht';
export const unsureName = 'Gesuch';

/** Returns a person whom the service is asked about. */
export function subjectNamed(surname: string): ScreeningSubject {
  const name: PartyName = { kind: 'individual', givenName: 'Anna', surname };
  return { bankId: '01', name, birthDate: '1984-02-29', country: 'DE' };
}

/** Tests that every screening passes: the fake, and the adapter over HTTP. */
export function screeningSuite(name: string, open: () => Promise<ScreeningHarness>): void {
  describe(`${name} as a screening service`, () => {
    test('decides clear and hit, for people and organizations', async () => {
      await using harness = await open();
      const { screening } = harness;
      expect(await screening.screen(subjectNamed('Schmidt'))).toBe('clear');
      expect(await screening.screen(subjectNamed(listedName))).toBe('hit');
      const firm = (commercialName: string): ScreeningSubject => ({
        bankId: '01',
        name: { kind: 'organization', commercialName },
        birthDate: undefined,
        country: undefined,
      });
      expect(await screening.screen(firm('Nordwind'))).toBe('clear');
      expect(await screening.screen(firm(listedName))).toBe('hit');
    });

    test('leaves what it wants to be reviewed open', async () => {
      await using harness = await open();
      expect(await harness.screening.screen(subjectNamed(unsureName))).toBe('open');
    });

    test('that is busy is asked again and decides', async () => {
      await using harness = await open();
      await harness.switchMode('busy');
      expect(await harness.screening.screen(subjectNamed('Schmidt'))).toBe('clear');
    });

    test.for(['failing', 'away', 'slow'] as const)('that is %s leaves the screening open', async (mode) => {
      await using harness = await open();
      await harness.switchMode(mode);
      expect(await harness.screening.screen(subjectNamed(listedName))).toBe('open');
      await harness.switchMode('well');
      expect(await harness.screening.screen(subjectNamed(listedName))).toBe('hit');
    });

    test.for(['garbled', 'refusing'] as const)(
      'whose answer is %s leaves the screening open, after one request',
      async (mode) => {
        await using harness = await open();
        await harness.switchMode(mode);
        const before = await harness.requests();
        expect(await harness.screening.screen(subjectNamed(listedName))).toBe('open');
        expect((await harness.requests()) - before).toBe(1);
      },
    );
  });
}
