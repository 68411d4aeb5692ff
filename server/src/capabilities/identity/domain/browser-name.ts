/** Product names, ordered so that a browser that imitates another comes before it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//v, 'Edge'],
  [/\bOPR\/|\bOpera\b/v, 'Opera'],
  [/\bSamsungBrowser\//v, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//v, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//v, 'Chrome'],
  [/\bSafari\//v, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/v, 'iPhone'],
  [/\biPad\b/v, 'iPad'],
  [/\bAndroid\b/v, 'Android'],
  [/\bWindows\b/v, 'Windows'],
  [/\bCrOS\b/v, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/v, 'macOS'],
  [/\bLinux\b/v, 'Linux'],
];

const longest = 500;

/** Returns the name of a browser from our own lists: `Firefox on Linux`. Never returns text from the header. */
export function browserName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, longest);
  const find = (names: typeof browsers): string | undefined =>
    names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser = 'Browser', system] = [find(browsers), find(systems)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
