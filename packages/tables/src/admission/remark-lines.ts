/** A word of remarks with a colon behind it, in the languages that exports of offices have. */
const labelled =
  /^(?:data )?(?:sources?|notes?|footnotes?|remarks?|disclaimer|copyright|quellen?|datenquelle|stand|datenstand|hinweise?|anmerkung(?:en)?|bemerkung(?:en)?|fu(?:ß|ss)noten?|fuentes?|notas?|fontes?|fonti?|remarques?|bron(?:nen)?)\s*[:–—-]\s*\S/iu;
/** The beginning of a sentence about the file. */
const about =
  /^(?:data (?:from|as of|extracted|retrieved|provided)|last (?:updated|modified|refreshed)|(?:generated|exported|created|printed|retrieved|downloaded|extracted|updated|published|prepared) (?:on|at|by|from|with|using|in)|as of|end of (?:file|report|data|table|list)|erstellt (?:am|von|mit)|abgerufen am|letzte aktualisierung)(?=[\s:,.]|$)/iu;
/** A sign of footnotes or of rights before a text. */
const marked = /^(?:[*†‡]+\s*\p{L}|©|\(c\)\s|copyright\s)/iu;
/** How many rows there are. */
const counted =
  /^(?:\(?\d+ (?:rows?|records?|lines?)\b|(?:total|number of) (?:rows|records|lines)\b)/iu;

/** A text that is about the table, as below one: where it is from, of when, or how to read it. */
export const saysRemark = (cell: string): boolean => {
  const text = cell.trim();
  return labelled.test(text) || about.test(text) || marked.test(text) || counted.test(text);
};
