import openapiTS, { astToString } from 'openapi-typescript';

/** Documents whose types are in the repository, for the clients in `examples/typescript`. */
const typed: readonly string[] = ['correspondence', 'party', 'xs2a'];

/** Generates the TypeScript types of OpenAPI documents, given as texts by path. */
export async function typescriptTypes(
  documents: ReadonlyMap<string, string>,
  notice: string,
): Promise<readonly (readonly [string, string])[]> {
  const files: (readonly [string, string])[] = [];
  for (const name of typed) {
    const document = documents.get(`contracts/openapi/${name}.yaml`);
    if (document === undefined) throw new Error(`there is no document of ${name}`);
    const types = astToString(await openapiTS(document));
    files.push([`contracts/typescript/${name}.ts`, `// ${notice}\n${types}`]);
  }
  return files;
}
