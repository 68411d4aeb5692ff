import { coreSettings } from './core-settings.ts';
import { humanCheckSettings } from './human-check-settings.ts';
import { payeeSettings } from './payee-settings.ts';
import { scannerSettings } from './scanner-settings.ts';
import { screeningSettings } from './screening-settings.ts';

/** Systems outside of Portico that are called: of the banks, of other banks, and the malware scanner. */
export const bankSystemSettings = {
  ...coreSettings,
  ...humanCheckSettings,
  ...payeeSettings,
  ...screeningSettings,
  ...scannerSettings,
} as const;
