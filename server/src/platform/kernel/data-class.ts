/**
 * How data is protected. Every stored or logged field has one class.
 *
 * - `C1` internal: servicing unit, classifications. Disk encryption; may be logged.
 * - `C2` personal: names, addresses, phones, e-mail, language, employment, message text. Columns encrypted per
 *   bank, found by blind index; masked in logs.
 * - `C3` sensitive: identification numbers and documents, birth data, tax numbers, income, death and fraud
 *   reports, restrictions. A data key per party, so that destroying the key erases the data; logs hold only the
 *   party number.
 * - `C4` secret: passwords, one-time codes, seeds, security answers, activation codes, tokens. Hashed or wrapped
 *   by the HSM; never in logs, traces or crash dumps.
 */
export type DataClass = 'C1' | 'C2' | 'C3' | 'C4';
