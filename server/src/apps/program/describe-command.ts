import { settings } from '#platform/config/settings.ts';
import { type Command, operandLabel, optionLabel } from './command.ts';
import type { RequiredSettings } from './need.ts';
import type { Option } from './option.ts';

/** Formats what follows the name of a command: operands, required options, and whether there are more. */
export function usageOf({ operands, options, rules }: Command): string {
  const chosen = new Set(rules.flatMap(({ count, of }) => (count === 'at most one' ? [] : of)));
  return [
    ...Object.entries(operands).map(([name, option]) => operandUsage(name, option)),
    ...Object.entries(options)
      .filter(([, { occurs }]) => occurs === 'once')
      .map(([name, option]) => optionUsage(name, option)),
    ...rules
      .filter(({ count }) => count !== 'at most one')
      .map(({ of }) => `(${of.map((name) => optionUsage(name, options[name])).join(' | ')})`),
    ...(Object.entries(options).some(([name, { occurs }]) => occurs !== 'once' && !chosen.has(name))
      ? ['[options]']
      : []),
  ].join(' ');
}

function operandUsage(name: string, option: Option): string {
  const label = operandLabel(name);
  const shown = option.occurs === 'repeated' ? `${label} …` : label;
  return 'wrong' in option.read(undefined) ? shown : `[${shown}]`;
}

/** Formats an option with the placeholder of its value. */
export function optionUsage(name: string, option: Option | undefined): string {
  return option?.placeholder === undefined ? optionLabel(name) : `${optionLabel(name)} ${option.placeholder}`;
}

/** Names the settings that a command needs. */
export function settingNames(required: RequiredSettings): readonly string[] {
  return required.map((alternatives) => alternatives.map((key) => settings[key].name).join(' or '));
}
