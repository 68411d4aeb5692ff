/** What the instructions name. */
export interface Welcome {
  readonly base: string;
  readonly database: string;
  /** Where events go; undefined without NATS. */
  readonly natsUrl: string | undefined;
}

/** Returns the text that `npm run dev` prints when the product answers. */
export function welcome({ base, database, natsUrl }: Welcome): string {
  return `
Portico answers at ${base}

  ${base}/account/01                  the customers' pages of bank 01
  ${base}/v1/monitoring/readiness     the state of this process
  ${base}/oauth/01/.well-known/openid-configuration

Database ${database}. Events ${natsUrl === undefined ? 'are not published: no NATS server was reachable at the start' : `are published to ${natsUrl}`}.
Codes and other messages to customers are printed here. Ctrl-C stops everything; a restart keeps data, keys and tokens.

In another terminal:

  npm run portico -- clients list --bank 01    any command, with the settings of this clone
  npm run portico -- personas list             the customers of the demo bank, bank 01, and how they sign in
  . .cache/dev/tour.sh                         the address and tokens for curl, as in docs/guides/first-requests.md
  curl -s "$base/v1/party/parties/search?q=becker" -H "authorization: Bearer $PARTIES"
`;
}

/** Returns a shell script that sets the variables of the guides. */
export function tourScript(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  return `${lines.join('\n')}\n`;
}
