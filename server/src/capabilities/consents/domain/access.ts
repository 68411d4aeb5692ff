/** An account as a third party names it: exactly one identifier, and the currency where an account has several. */
export interface NamedAccount {
  readonly iban?: string;
  readonly bban?: string;
  readonly pan?: string;
  readonly maskedPan?: string;
  readonly msisdn?: string;
  readonly currency?: string;
}

export const accountFields = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn'] as const;
export type AccountField = (typeof accountFields)[number];

/** SPEC xs2a 3.9: what a third party asks for, as it arrives. */
export interface SentAccess {
  readonly accounts?: readonly NamedAccount[];
  readonly balances?: readonly NamedAccount[];
  readonly transactions?: readonly NamedAccount[];
  readonly additionalInformation?: {
    readonly ownerName?: readonly NamedAccount[];
    readonly trustedBeneficiaries?: readonly NamedAccount[];
  };
  readonly availableAccounts?: AccessFlag;
  readonly availableAccountsWithBalance?: AccessFlag;
  readonly allPsd2?: AccessFlag;
  readonly restrictedTo?: readonly string[];
  readonly statements?: readonly NamedAccount[];
}

export const accessFlags = ['allAccounts', 'allAccountsWithOwnerName'] as const;
export type AccessFlag = (typeof accessFlags)[number];

/** Kinds of data of an account. */
export const dataKinds = ['accounts', 'balances', 'transactions'] as const;
export type DataKind = (typeof dataKinds)[number];

/** Flags, each of which is a consent of its own model. */
export const flagNames = ['availableAccounts', 'availableAccountsWithBalance', 'allPsd2'] as const;
export type FlagName = (typeof flagNames)[number];

/** SPEC xs2a 3.9: a consent names accounts, leaves them to the customer, or is for all of them. */
export type AccessModel = 'detailed' | 'bank-offered' | FlagName;

/** What is wrong with an access. */
export interface AccessFault {
  /** Steps to the member, below `access`. */
  readonly at: readonly (string | number)[];
  /** `unsupported`: well formed, but the bank does not offer it. */
  readonly kind: 'missing' | 'mixed' | 'identifier' | 'not-included' | 'unsupported';
}

/** What a bank offers. */
export interface AccessChoices {
  readonly models: ReadonlySet<AccessModel>;
  readonly accountFields: readonly AccountField[];
}

/** Returns the model of an access; undefined if it has none or mixes two. */
export function modelOf(access: SentAccess): AccessModel | undefined {
  const flags = flagNames.filter((name) => access[name] !== undefined);
  const lists = dataKinds.flatMap((kind) => (access[kind] === undefined ? [] : [access[kind]]));
  const [flag, ...others] = flags;
  if (flag !== undefined) return others.length === 0 && lists.every(isEmpty) ? flag : undefined;
  if (lists.length === 0) return undefined;
  if (lists.every(isEmpty)) return 'bank-offered';
  return lists.some(isEmpty) ? undefined : 'detailed';
}

function isEmpty(list: readonly unknown[]): boolean {
  return list.length === 0;
}

/** Returns everything that is wrong with an access. */
export function checkAccess(access: SentAccess, choices: AccessChoices): readonly AccessFault[] {
  const model = modelOf(access);
  if (model === undefined) {
    const isThere = [...flagNames, ...dataKinds].some((name) => access[name] !== undefined);
    return [{ at: [], kind: isThere ? 'mixed' : 'missing' }];
  }
  return [
    ...(choices.models.has(model) ? [] : [{ at: [], kind: 'unsupported' } as const]),
    ...(['restrictedTo', 'statements'] as const).flatMap((name) =>
      access[name] === undefined ? [] : [{ at: [name], kind: 'unsupported' } as const],
    ),
    ...dataKinds.flatMap((kind) =>
      (access[kind] ?? []).flatMap((account, index) => identifierFaults(account, [kind, index], choices)),
    ),
    ...additionFaults(access, model, choices),
  ];
}

/** An account has exactly one identifier, of a kind that the bank knows. */
function identifierFaults(
  account: NamedAccount,
  at: AccessFault['at'],
  choices: AccessChoices,
): readonly AccessFault[] {
  const [field, ...others] = accountFields.filter((name) => account[name] !== undefined);
  const isKnown = field !== undefined && others.length === 0 && choices.accountFields.includes(field);
  return isKnown ? [] : [{ at, kind: 'identifier' }];
}

const additions = ['ownerName', 'trustedBeneficiaries'] as const;

/** Additions are only of accounts that the consent is for; a list without accounts means all of them. */
function additionFaults(
  access: SentAccess,
  model: AccessModel,
  choices: AccessChoices,
): readonly AccessFault[] {
  const { additionalInformation: added } = access;
  if (added === undefined) return [];
  if (model !== 'detailed' && model !== 'bank-offered')
    return [{ at: ['additionalInformation'], kind: 'mixed' }];
  const included = new Set(dataKinds.flatMap((kind) => (access[kind] ?? []).map(keyOf)));
  return additions.flatMap((name) =>
    (added[name] ?? []).flatMap((account, index) => {
      const at = ['additionalInformation', name, index];
      const wrong = identifierFaults(account, at, choices);
      if (wrong.length > 0) return wrong;
      return included.has(keyOf(account)) ? [] : [{ at, kind: 'not-included' } as const];
    }),
  );
}

/** Returns a text that is the same for two references to one account in the same words. */
function keyOf(account: NamedAccount): string {
  const field = accountFields.find((name) => account[name] !== undefined) ?? '';
  const id = field === '' ? '' : (account[field] ?? '');
  return `${field} ${field === 'iban' ? id.toUpperCase() : id} ${account.currency ?? ''}`;
}

/** Whether the third party asks for the names of owners, and the bank tells them. */
export function wantsOwnerName(access: SentAccess, areNamesDisclosed: boolean): boolean {
  const asks =
    access.additionalInformation?.ownerName !== undefined ||
    flagNames.some((name) => access[name] === 'allAccountsWithOwnerName');
  return asks && areNamesDisclosed;
}
