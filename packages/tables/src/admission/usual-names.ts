import type { TypedKind } from './cell-kind.ts';

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that columns are often called, alone or as part of a name, by what such columns hold. */
const usual = {
  number: wordsOf(
    'year age values value price cost amount total sum count number quantity qty units size weight ' +
      'height width length score rank rating lat lon latitude longitude measure jahr alter wert menge ' +
      'preis betrag prix nombre precio importe cantidad quantità prezzo année',
  ),
  time: wordsOf('date time datum zeit heure fecha hora data ora'),
  text: wordsOf(
    'name names first last full title label text note notes comment comments remark description type kind ' +
      'category class group status state country region city town place location address street email ' +
      'url link file path user customer client person author owner company firm department team job role ' +
      'product article species subject question answer language source tag model brand reason vorname ' +
      'nachname ort land artikel kunde bezeichnung kategorie geschlecht strasse stadt nom prenom prénom ' +
      'ville pays apellido ciudad pais país nome cognome città paese naam cidade mail color colour',
  ),
  any: wordsOf(
    'id ids uid uuid key code codes level zip postcode day week month start end begin from to sex ' +
      'gender no nr num unit phone item order sample station site gene response grade target x y z index ' +
      'result flag version event variable series plz monat tag nummer mois jour',
  ),
};
const sets = Object.values(usual);

const wordsIn = (name: string): string[] =>
  name
    .trim()
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** The name has a word that columns are often called. */
export const hasUsualWord = (name: string): boolean =>
  wordsIn(name).some((word) => sets.some((words) => words.has(word)));

const times: ReadonlySet<TypedKind> = new Set(['date', 'moment', 'time']);
const numbers: ReadonlySet<TypedKind> = new Set(['number', 'money', 'percentage']);

/**
 * Whether a column of this kind (null for text) is called so: 1 where its name says so, -1 where its
 * name says that it holds something else, else 0.
 */
export function namesKind(name: string, kind: TypedKind | null): number {
  const words = wordsIn(name);
  const says = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  const isTime = kind !== null && times.has(kind);
  const isNumber = kind !== null && numbers.has(kind);
  // A time may be a number: of seconds since a start.
  if (says(usual.time)) return isTime ? 1 : isNumber ? 0 : -1;
  if (says(usual.number)) return isNumber ? 1 : -1;
  if (says(usual.text)) return isTime || isNumber ? -1 : 1;
  return 0;
}
