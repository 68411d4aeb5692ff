import { openDatabase } from '../../server/src/platform/db/database.ts';
import { plainStatement } from '../../server/src/platform/db/statement.ts';

/** Knows the types that PostgreSQL gives to the parameters of statements. */
export interface ParameterTypes extends AsyncDisposable {
  of(text: string): Promise<readonly string[]>;
}

const typesOf = plainStatement<{ types: readonly string[] }>(
  'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
);

/** Opens a connection on which statements are prepared, and never executed. */
export function openParameterTypes(url: string): ParameterTypes {
  const database = openDatabase({ url, poolSize: 1 });
  let prepared = 0;
  return {
    async of(text) {
      prepared += 1;
      const name = `recorded_${prepared}`;
      // With one connection the second statement finds what the first one prepared.
      await database.flush([plainStatement(`prepare ${name} as ${text}`, 'control')([])]);
      const [row] = await database.query(typesOf([name]));
      return row?.types ?? [];
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
