/** How rows that add up others are called, in lower case. */
const totals = 'totals?|sum|overall|summe|gesamt|insgesamt|somme|ensemble|totale|totaal';

/** The same at the end of a table, where more may follow the word, or a name be before it. */
export const totalAtEnd =
  `^((grand|sub|over)?[ -]?all |grand |sub[ -]?)?(${totals}|zusammen|zwischensumme|suma)([ :(].*)?$` +
  '|.* (totals?|summe|gesamt)$';

/** The same in any row, where a word with more behind it may be a name. */
export const totalAnywhere =
  `(grand |sub[ -]?)?(${totals}|gesamtsumme)( (of|for) .{1,40}|:)?` +
  '|all (rows|groups|regions|countries)';
