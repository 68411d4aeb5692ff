/** What the names and places of one country are made of. Lists are parted by spaces; `~` stands for one inside. */
export interface NameBook {
  readonly country: string;
  readonly dialCode: string;
  readonly female: string;
  readonly male: string;
  /** Frequent surnames, the most frequent first. */
  readonly surnames: string;
  /** The long tail is put together from a beginning and an ending, often with something between them. */
  readonly stems: string;
  readonly middles: string;
  readonly endings: string;
  readonly tailShare: number;
  readonly streets: string;
  /** The largest first. */
  readonly towns: string;
  readonly townStems: string;
  readonly townEndings: string;
  /** `#` a digit, `@` a letter. */
  readonly postCode: string;
  /** What firms do, and in which form. */
  readonly units: string;
  readonly legalForms: string;
  readonly hasTwoSurnames?: boolean;
  /** How a surname changes for a woman: the first ending that fits. */
  readonly femaleEndings?: readonly (readonly [string, string])[];
}
