import type { ParameterTypes } from '../harness/parameter-types.ts';
import type { RecordedFlush, RecordedStatement } from '../harness/statement-recorder.ts';

/** Statements of an operation, for pgbench, and the values that are the same each time. */
export interface BareScript {
  readonly script: string;
  readonly values: Readonly<Record<string, string>>;
  readonly statements: number;
  readonly roundTrips: number;
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns what the product sends for one request, made from recordings of several equal ones: the same statements in the
 * same round trips. Ids that differ between two recordings are new in every run; all other values stay those of one.
 */
export async function bareScript(
  recordings: readonly (readonly RecordedFlush[])[],
  typesOf: ParameterTypes['of'],
): Promise<BareScript> {
  const [one, other] = twoOfOneShape(recordings);
  const ids = idsThatDiffer(one, other);
  const values: Record<string, string> = {};
  const nameOf = (value: string): string => {
    const known = Object.entries(values).find(([, given]) => given === value)?.[0];
    const name = known ?? `v${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const flushes: string[] = [];
  for (const flush of one) {
    const texts: string[] = [];
    for (const { text, values: given } of flush) {
      const types = given.some((value) => ids.has(value ?? '')) ? await typesOf(text) : [];
      const wordFor = (place: number): string => {
        const value = given[place] ?? null;
        if (value === null) return 'null';
        const id = ids.get(value);
        return id === undefined ? `:${nameOf(value)}` : `${newId(id)}::${types[place]}`;
      };
      texts.push(`${text.replaceAll(/\$(\d+)/g, (_, place: string) => wordFor(Number(place) - 1))};`);
    }
    flushes.push(`\\startpipeline\n${texts.join('\n')}\n\\endpipeline`);
  }
  return {
    script: `\\set n :n + 1\n${flushes.join('\n')}\n`,
    values,
    statements: one.flat().length,
    roundTrips: one.length,
  };
}

/** Returns an id of the form of a UUID that no other run, client or round has. */
function newId(id: number): string {
  return `(lpad(:round::text, 8, '0') || '-' || lpad(:client_id::text, 4, '0') || '-7000-8${String(id).padStart(3, '0')}-' || lpad(:n::text, 12, '0'))`;
}

type Recording = readonly RecordedFlush[];

/** Other work of the process may be among the statements of a request; what occurs most often is the request alone. */
function twoOfOneShape(recordings: readonly Recording[]): readonly [Recording, Recording] {
  const shapeOf = (recording: Recording): string =>
    JSON.stringify(recording.map((flush) => flush.map(({ text }) => text)));
  const [most = []] = [...Map.groupBy(recordings, shapeOf).values()].toSorted(
    (some, others) => others.length - some.length,
  );
  const [one, other] = most;
  if (one === undefined || other === undefined) throw new Error('no two requests sent the same statements');
  return [one, other];
}

function idsThatDiffer(one: Recording, other: Recording): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  const others: readonly RecordedStatement[] = other.flat();
  one.flat().forEach(({ values }, at) => {
    values.forEach((value, place) => {
      if (value === null || value === others[at]?.values[place] || !uuidForm.test(value)) return;
      if (!ids.has(value)) ids.set(value, ids.size);
    });
  });
  return ids;
}
