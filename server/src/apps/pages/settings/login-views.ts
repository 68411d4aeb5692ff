import { type Html, html } from '#platform/html/html.ts';
import { fill, leftToRight, name } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { labelFor, listItem, listOf } from '../customer/list-parts.ts';
import { defaultContent, type PageContent, type PageContext } from '../customer/page-context.ts';
import { heading, paragraph, secondaryActions, stepButton } from '../customer/parts.ts';
import type { AccountViewOf, ListedLogin } from '../customer/views.ts';
import { settingsTexts } from './settings-texts.ts';

/** Lists logins at other providers, and offers to link one. Nothing at banks without such providers. */
export function loginList(
  { linkable, logins, timeZone }: AccountViewOf<'overview'>,
  context: PageContext,
): readonly Html[] {
  if (linkable.length === 0 && logins.length === 0) return [];
  const { heading: title, intro, link, none, unlink } = settingsTexts(context.language.tag).logins;
  const items = logins.map((login) =>
    listItem(
      login.providerName,
      loginFacts(login, timeZone, context),
      stepButton(context, {
        step: 'unlink-login',
        label: labelFor(unlink, `${login.providerName} ${login.name ?? ''}`.trim()),
        fields: { 'login-id': login.loginId },
        style: 'second',
      }),
    ),
  );
  return [
    html`<h2>${title}</h2>\n`,
    paragraph(intro),
    listOf(items, none),
    ...linkable.map((offered) =>
      stepButton(context, {
        step: 'link-login',
        label: fill(link, { provider: name(offered.name) }),
        fields: { provider: offered.provider },
        style: 'second wide',
      }),
    ),
  ];
}

/** Names the login, if the provider has a name for it, and says since when it is linked. */
function loginFacts({ linkedAt, name: login }: ListedLogin, timeZone: string, context: PageContext): Html {
  const { since } = settingsTexts(context.language.tag).logins;
  const linked = fill(since, { time: formatTime(linkedAt, timeZone, context) });
  return login === undefined ? linked : html`${leftToRight(login)}<br>${linked}`;
}

/** Shows the way to a provider. A link, because browsers refuse a form that redirects to another site. */
export function linkLogin(
  { address, provider: code, providerName }: AccountViewOf<'link-login'>,
  context: PageContext,
): PageContent {
  const { cancel, logins } = settingsTexts(context.language.tag);
  const { go, title, what } = logins.linking;
  const provider = name(providerName);
  return {
    ...defaultContent,
    title: title.replace('{provider}', providerName),
    query: `show=link-login&provider=${encodeURIComponent(code)}`,
    body: [
      heading(fill(title, { provider })),
      paragraph(fill(what, { provider, bank: name(context.frame.bankName) })),
      html`<p><a class="action wide" href="${address}">${fill(go, { provider })}</a></p>\n`,
      secondaryActions([stepButton(context, { step: 'overview', label: cancel })]),
    ],
  };
}

/** Asks before a login is unlinked, because it signs in no more. */
export function unlinkLogin(
  { login, timeZone }: AccountViewOf<'unlink-login'>,
  context: PageContext,
): PageContent {
  const { confirm, keep, title, what } = settingsTexts(context.language.tag).logins.unlinking;
  return {
    ...defaultContent,
    title,
    query: `show=unlink-login&login=${encodeURIComponent(login.loginId)}`,
    body: [
      heading(title),
      html`<p class="hint">${loginFacts(login, timeZone, context)}</p>\n`,
      paragraph(fill(what, { provider: name(login.providerName) })),
      stepButton(context, {
        step: 'confirm-unlink-login',
        label: confirm,
        style: 'action wide',
        fields: { 'login-id': login.loginId },
      }),
      secondaryActions([stepButton(context, { step: 'overview', label: keep })]),
    ],
  };
}
