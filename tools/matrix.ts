import { contracts } from '../server/src/apps/wiring.ts';
import type { Contract } from '../server/src/platform/http/contract.ts';
import type { Cell, Expected } from './matrix/cell.ts';
import { objectActors } from './matrix/object-actors.ts';
import { cellsOf, derivedGroups, gapsIn } from './matrix/rows.ts';

/** `npm run matrix` prints the required response of every route to every actor. The tests send each request over HTTP. */
const isTerminal = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const colours = { allowed: 32, refused: 31, none: 90 } as const;

interface Shown {
  readonly text: string;
  readonly tone: keyof typeof colours;
}

const nothing: Shown = { text: '·', tone: 'none' };

function shown(contract: Contract, expected: Expected): Shown {
  switch (expected.kind) {
    case 'allowed':
    case 'found':
      return { text: 'ok', tone: 'allowed' };
    case 'as-unknown':
      return { text: '=404', tone: 'refused' };
    case 'response':
      return expected.active === false
        ? { text: `${expected.status}-`, tone: 'refused' }
        : { text: String(expected.status), tone: expected.status < 400 ? 'allowed' : 'refused' };
    case 'refused': {
      const { entry, literal } = expected.problem;
      const { status } = contract.interface.dialect.describeProblem(entry, literal);
      return { text: `${status}${literal === 'step-up-required' ? '+' : ''}`, tone: 'refused' };
    }
  }
}

const cellWidth = 5;

function painted({ text, tone }: Shown): string {
  const padded = text.padStart(cellWidth);
  return isTerminal ? `\u001b[${colours[tone]}m${padded}\u001b[0m` : padded;
}

const titleOf = ({ method, path }: Contract): string => `${method.padEnd(7)} ${path}`;

/** Prints a group of actors: a number for each actor, and a line per route. */
function print(name: string, actors: readonly string[], rows: ReadonlyMap<Contract, readonly Cell[]>): void {
  const routes = [...rows].filter(([, cells]) => cells.some(({ actor }) => actors.includes(actor)));
  if (routes.length === 0) return;
  const width = Math.max(...routes.map(([contract]) => titleOf(contract).length));
  console.log(`\n${name}`);
  for (const [index, actor] of actors.entries()) console.log(`  ${String(index + 1).padStart(2)}  ${actor}`);
  const numbers = actors.map((_, index) => String(index + 1).padStart(cellWidth)).join('');
  console.log(`\n${''.padEnd(width)}${numbers}`);
  for (const [contract, cells] of routes) {
    const line = actors.map((actor) => {
      const cell = cells.find((each) => each.actor === actor);
      return painted(cell === undefined ? nothing : shown(contract, cell.expected));
    });
    console.log(`${titleOf(contract).padEnd(width)}${line.join('')}`);
  }
}

const rows = new Map(contracts.map((contract) => [contract, cellsOf(contract)]));
for (const { name, actors } of derivedGroups)
  print(
    name,
    actors.map((actor) => actor.name),
    rows,
  );
print('owners of the object', objectActors, rows);
for (const [contract, cells] of rows) {
  if (contract.access.kind !== 'client') continue;
  print('OAuth clients', [...new Set(cells.map(({ actor }) => actor))], new Map([[contract, cells]]));
}

const count = [...rows.values()].flat().length;
console.log(
  `\n${rows.size} routes, ${count} requests. ok: neither 401 nor 403. 401+: step-up required. =404: same response as for an unknown object. 200-: token is not active. ·: does not apply.`,
);
const gaps = gapsIn(contracts);
for (const gap of gaps) console.error(gap);
if (gaps.length > 0) process.exitCode = 1;
