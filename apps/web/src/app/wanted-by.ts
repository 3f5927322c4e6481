import { namesMeaning } from '@columnist/contract';

interface Named {
  readonly name: string;
  readonly kind: string;
  readonly method?: string;
}

/** Hyphens and underscores part words as a space does. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_\u2010-\u2013-]+/g, ' ');

/**
 * Whether something is meant by what was typed: its name has every word, or it is the method that
 * another program calls so, such as 't-test' or 'pca'.
 */
export function wantedBy(typed: string): (named: Named) => boolean {
  const words = plain(typed)
    .split(' ')
    .filter((word) => word !== '');
  const meant = new Set(namesMeaning(typed));
  return ({ name, kind, method }) => {
    const said = plain(`${name} ${kind} ${method ?? ''}`);
    return (
      words.every((word) => said.includes(word)) || (method !== undefined && meant.has(method))
    );
  };
}
