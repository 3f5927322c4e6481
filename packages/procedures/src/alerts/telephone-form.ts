const separated = String.raw`[ ./-]`;
/** A country code, an area code in brackets or after a 0, or the groups of North America. */
const telephone = [
  String.raw`\+\d{1,3}(${separated}?\(?\d{1,11}\)?){1,6}`,
  String.raw`\(\d{1,5}\)${separated}?\d{2,8}(${separated}\d{2,8}){0,3}`,
  String.raw`0\d{1,4}(${separated}\d{2,8}){1,4}`,
  String.raw`(1${separated})?[2-9]\d{2}${separated}[2-9]\d{2}${separated}\d{4}`,
].join('|');
const groups = String.raw`\d{1,5}(${separated}\d{2,8}){1,5}|\d{7,12}`;
/** Days, with a time or without, and two years or a code of post with its addition. */
const others = [
  String.raw`\d{4}[ ./-]\d{1,2}[ ./-]\d{1,2}([ T]\d{1,2}:.*)?`,
  String.raw`\d{1,2}[ ./-]\d{1,2}[ ./-](\d{4}|\d{2})([ T]\d{1,2}:.*)?`,
  String.raw`(19|20)\d{2}[ ./-](19|20)\d{2}`,
  String.raw`\d{5}-\d{4}`,
].join('|');

const ofTelephones =
  /phone|telefon|mobile|handy|whatsapp|(^|[^a-z])(tel|fax|cell|mobil)([^a-z]|$)/i;
const ofCodes =
  /(^|[^a-z])(part|article|artikel|item|product|produkt|code|sku|isbn|ean|gtin|serial|serie|batch|charge|lot|order|invoice|account|konto)([^a-z]|$)/i;

/**
 * What a text has to match, and not to match, to be a telephone number: in a column that is named
 * after telephones any groups of digits; in one that is named after codes no form without a country
 * code or brackets, since parts are numbered as telephones are.
 */
export function telephoneForm(name: string): { readonly form: string; readonly not: string } {
  if (ofTelephones.test(name)) return { form: `${telephone}|${groups}`, not: others };
  return { form: telephone, not: ofCodes.test(name) ? `${others}|[0-9].*` : others };
}
