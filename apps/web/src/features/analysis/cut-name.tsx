const signs = new Intl.Segmenter();
const shortName = 12;
const endShown = 5;
/** A name may go on in a new line behind these. */
const separator = /[_\s./:-]/u;

/**
 * A long name in two lines, broken behind the separator next to its middle: columns of one prefix
 * differ in the second. Of a line that is still too long the beginning and the end are seen.
 */
export function CutName({ name }: { name: string }) {
  const [first, second] = inTwoLines(name);
  return (
    <span className="names">
      <Line text={first} />
      {second !== '' && <Line text={second} />}
    </span>
  );
}

function Line({ text }: { text: string }) {
  const characters = signsOf(text);
  const end = characters.length > shortName ? characters.splice(-endShown).join('') : '';
  return (
    <span className="cut">
      <span>{characters.join('')}</span>
      {end !== '' && <span>{end}</span>}
    </span>
  );
}

const signsOf = (text: string): string[] =>
  Array.from(signs.segment(text), ({ segment }) => segment);

/** The parts of a name in two lines; of a short name, or one without a separator, the second is empty. */
export function inTwoLines(name: string): readonly [string, string] {
  const characters = signsOf(name);
  const middle = characters.length / 2;
  const best = characters
    .flatMap((sign, i) =>
      separator.test(sign) && i > 0 && i < characters.length - 1 ? [i + 1] : [],
    )
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return characters.length <= shortName || best === undefined
    ? [name, '']
    : [characters.slice(0, best).join(''), characters.slice(best).join('')];
}
