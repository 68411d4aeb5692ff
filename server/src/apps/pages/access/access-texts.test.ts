import { pageTextsSuite } from '../customer/page-texts.suite.ts';
import { accessTexts } from './access-texts.ts';
import { english } from './texts/english.ts';

pageTextsSuite({
  title: 'the texts about access',
  textsOf: accessTexts,
  english,
  jargon: /\b(?:SCA|OTP|PSU|TPP|AISP|consent)\b/i,
});
