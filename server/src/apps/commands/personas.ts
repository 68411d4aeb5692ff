import { identityCapability } from '#capabilities/identity/index.ts';
import { demoLedger } from '../demo/demo-ledger.ts';
import { describePersona, personaLines, personaTable } from '../demo/describe-persona.ts';
import { findPersona, personas } from '../demo/personas.ts';
import { seedDemoBank } from '../demo/seed-demo-bank.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { usageError } from '../program/failure.ts';
import { nothing, portsOf, settingOf } from '../program/need.ts';
import { required, text } from '../program/option.ts';

const list = defineCommand({
  name: 'list',
  summary: 'list the customers of the demo bank, and the case that each is for',
  examples: ['personas list', 'personas list --json'],
  needs: nothing,
  async run({ out }) {
    out.result(personas.map(describePersona), [
      ...personaTable(personas),
      `${personas.length} personas; next: personas show KEY`,
    ]);
  },
});

const show = defineCommand({
  name: 'show',
  summary: 'show the numbers of one persona, and how to sign in',
  operands: { key: required(text('KEY', 'key of the persona')) },
  examples: ['personas show salary'],
  needs: nothing,
  async run({ operands: { key }, out }) {
    const persona = findPersona(key);
    if (persona === undefined) {
      throw usageError(`no persona has the key ${key}; personas list prints them`);
    }
    out.result(describePersona(persona), personaLines(persona));
  },
});

const seed = defineCommand({
  name: 'seed',
  summary: 'make the demo bank, or add the days that have passed since',
  examples: ['personas seed'],
  needs: portsOf(identityCapability),
  settings: [['demoBank']],
  async run({ config, contextFor, out }) {
    const context = contextFor(settingOf(config, 'demoBank'));
    const { bankId, identityFacts } = context;
    const added = await seedDemoBank(context, demoLedger(context, identityFacts.of(bankId)));
    const { days, entries, personas: registered } = added;
    out.result({ bank: bankId, ...added }, [
      `bank ${bankId}: ${registered} personas, ${entries} entries of ${days} days added`,
    ]);
  },
});

/** Commands for the demo bank. */
export const personaCommands: CommandGroup = {
  name: 'personas',
  summary: 'use the customers of the demo bank',
  commands: [list, show, seed],
};
