import { pageTextsSuite } from '../customer/page-texts.suite.ts';
import { settingsTexts } from './settings-texts.ts';
import { english } from './texts/english.ts';

pageTextsSuite({
  title: 'the texts of the settings',
  textsOf: settingsTexts,
  english,
  jargon: /\b(?:SCA|OTP|PSU|TPP|AISP|TOTP)\b/i,
});
