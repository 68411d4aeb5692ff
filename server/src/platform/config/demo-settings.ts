import { text } from './setting-types.ts';

/** Settings of the demo bank. */
export const demoSettings = {
  demoBank: {
    name: 'PORTICO_DEMO_BANK',
    kind: text(/^[a-z0-9]{2,8}$/, 'the id of a bank'),
    presence: 'optional',
    description:
      'Bank with the personas of the demo bank, whose passwords are public. Never set it where a bank has customers.',
  },
} as const;
