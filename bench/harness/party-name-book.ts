/**
 * Parts of the names and places of one country. Lists are separated by spaces; `~` stands for a space inside an
 * entry.
 */
export interface NameBook {
  readonly country: string;
  readonly dialCode: string;
  readonly female: string;
  readonly male: string;
  /** Frequent surnames, the most frequent first. */
  readonly surnames: string;
  /** Stems and endings of rare surnames, often with a middle part. */
  readonly stems: string;
  readonly middles: string;
  readonly endings: string;
  readonly tailShare: number;
  readonly streets: string;
  /** Towns, the largest first. */
  readonly towns: string;
  readonly townStems: string;
  readonly townEndings: string;
  /** Pattern of post codes: `#` a digit, `@` a letter. */
  readonly postCode: string;
  /** Trades and legal forms of organizations. */
  readonly units: string;
  readonly legalForms: string;
  readonly hasTwoSurnames?: boolean;
  /** Endings of surnames of women: the first that fits. */
  readonly femaleEndings?: readonly (readonly [string, string])[];
}
