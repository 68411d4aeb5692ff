import type { Static } from 'typebox';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { applyShape, type ShapeRequest, type ShapeRules, shapeFor } from '#platform/kernel/shaping.ts';
import { userProfile } from '../contract/profile.ts';

const all: readonly string[] = Object.keys(userProfile.properties);
/** Told when they are asked for. */
const notByDefault: ReadonlySet<string> = new Set(['linked-logins', 'hint-picture-url']);

const rules: ShapeRules = {
  defaults: all.filter((name) => !notByDefault.has(name)),
  all,
  fixed: ['user-id', 'username'],
};

/** The members of a profile that the caller wants to see. */
export function shapeProfile(
  { include, trim }: ShapeRequest,
  profile: Readonly<Record<string, unknown>> & { readonly username: string },
): Static<typeof userProfile> {
  const asked = { include, trim };
  const shape = shapeFor(rules, asked);
  if (!('members' in shape)) {
    const isKnown = (path: string): boolean => path === '*' || all.includes(path);
    const wrong = Object.entries(asked).filter(([, paths]) => paths?.some((path) => !isKnown(path)));
    refuseFaults(wrong.map(([parameter]) => faultAt([parameter], 'enum', 'query')));
    return profile;
  }
  return { ...applyShape(shape, profile), username: profile.username };
}
