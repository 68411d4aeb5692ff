import { coreSettings } from './core-settings.ts';
import { humanCheckSettings } from './human-check-settings.ts';
import { payeeSettings } from './payee-settings.ts';
import { scannerSettings } from './scanner-settings.ts';
import { screeningSettings } from './screening-settings.ts';

/** Systems of the banks, and of other banks, that are asked over HTTP. */
export const bankSystemSettings = {
  ...coreSettings,
  ...humanCheckSettings,
  ...payeeSettings,
  ...screeningSettings,
  ...scannerSettings,
} as const;
