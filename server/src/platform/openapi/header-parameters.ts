import type { Contract } from '#platform/http/contract.ts';
import type { HeaderParameter } from '#platform/http/dialect.ts';
import { componentRef, type Json } from './document.ts';

/** Returns references to the headers that the dialect defines; a contract that declares one itself describes it better. */
export function dialectParametersOf(contract: Contract): readonly Json[] {
  return headersOf(contract).map(({ name }) => componentRef('parameters', name));
}

/** Returns the headers that operations refer to, each once. */
export function parameterComponentsOf(contracts: readonly Contract[]): Json {
  const parameters = contracts
    .flatMap(headersOf)
    .map(({ description, example, isRequired, name, schema }): [string, Json] => [
      name,
      { name, in: 'header', description, required: isRequired, schema, example },
    ]);
  return Object.fromEntries(parameters);
}

function headersOf({ access, interface: { dialect }, request }: Contract): readonly HeaderParameter[] {
  const declared = Object.keys(request.headers?.properties ?? {}).map((name) => name.toLowerCase());
  const defined = dialect.requestHeaders?.(access) ?? [];
  return defined.filter(({ name }) => !declared.includes(name.toLowerCase()));
}
