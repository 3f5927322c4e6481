import { Segmented } from '../../ui/segmented.tsx';
import { formatFigure } from '../../lib/formats.ts';
import {
  chooseNumbers,
  digitChoices,
  digitsAdded,
  numberStyle,
  numberStyles,
  type DigitsAdded,
  type NumberStyle,
} from '../../lib/number-style.ts';

const said: Readonly<Record<DigitsAdded, string>> = { 0: 'Usual', 2: '2 more', 4: '4 more' };

/** How numbers are written on this device. */
export function Numbers() {
  return (
    <section className="sec mt32" aria-labelledby="numbers-title">
      <header>
        <h2 id="numbers-title">Numbers</h2>
        <p>as here: {formatFigure(1234.56789012, 6)}. Code, files and the API are not touched.</p>
      </header>
      <div className="numbers">
        <span>Written as</span>
        <Segmented<NumberStyle>
          aria-label="Numbers are written as"
          options={[...numberStyles]}
          value={numberStyle}
          onChange={(style) => chooseNumbers({ style })}
        />
        <span>Digits of figures</span>
        <Segmented<DigitsAdded>
          aria-label="Digits of figures"
          options={digitChoices.map((value) => ({ value, label: said[value] }))}
          value={digitsAdded}
          onChange={(digits) => chooseNumbers({ digits })}
        />
      </div>
    </section>
  );
}
