/** What the Ask tab can be asked for, in the order of its switch; the key is in the address. */
export const purposes = [
  { key: 'compare', name: 'Compare', says: 'Do groups or measurements differ?' },
  { key: 'relate', name: 'Relate', says: 'Do columns go together?' },
  { key: 'explain', name: 'Explain', says: 'What explains a column, and by how much?' },
  { key: 'series', name: 'Over time', says: 'How does it change over time?' },
  { key: 'structure', name: 'Structure', says: 'What do columns share, which rows are alike?' },
  { key: 'distribution', name: 'Distribution', says: 'How do the values of one column lie?' },
  { key: 'power', name: 'Plan', says: 'How many rows does a study need?' },
] as const;

export type Purpose = (typeof purposes)[number]['key'];

export const purposeNamed = (text: string | null): Purpose | null =>
  purposes.find(({ key }) => key === text)?.key ?? null;

/** The query of the address that asks about columns; without a purpose, the one that fits them. */
export const asksAbout = (
  columns: readonly string[],
  purpose?: Purpose,
): Readonly<Record<string, string>> => ({
  tab: 'ask',
  about: JSON.stringify(columns),
  ...(purpose === undefined ? {} : { purpose }),
});
