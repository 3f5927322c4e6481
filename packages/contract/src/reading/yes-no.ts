/** The words for yes and no, in lower case; both of a pair belong to one language. */
export const yesNoPairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['verdadero', 'falso'],
  ['vero', 'falso'],
  ['sim', 'não'],
  ['sim', 'nao'],
  ['verdadeiro', 'falso'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['áno', 'nie'],
  ['da', 'ne'],
  ['da', 'nu'],
  ['igen', 'nem'],
  ['kyllä', 'ei'],
  ['evet', 'hayır'],
  ['да', 'нет'],
  ['так', 'ні'],
  ['ναι', 'όχι'],
  ['はい', 'いいえ'],
  ['是', '否'],
  ['예', '아니오'],
];

/** What a word for yes or no means, in any case; undefined of any other text. */
export function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  const pair = yesNoPairs.find((words) => words.includes(word));
  return pair === undefined ? undefined : pair[0] === word;
}
