import type { PowerOptions, PowerResult } from '@columnist/contract';
import { engineVersion } from '@columnist/tables/table/table-ref';
import type { Definition, Named, Samples } from '../define-procedure.ts';
import { exactly, minus, percent, short } from '../words.ts';
import type { Asked, Design, DesignInput, Figures, InR } from './figures.ts';
import { rPower } from './power-code.ts';
import { askedFor, refuse, requirePower, solve } from './solve.ts';

/** How a design is answered. */
export interface DesignProcedure<Input> {
  readonly answer: (input: Input) => PowerResult;
  /** What tests ask to run the emitted code, and how R calls what they look at. */
  readonly tested: { readonly samples: Samples<object>; readonly inR: InR };
}

/** A procedure for every method of designs. */
export type Designs = {
  readonly [Method in PowerOptions['method']]: DesignProcedure<
    Extract<PowerOptions, { method: Method }>
  >;
};

/** The answer of the design that the input names. */
export const calculatePower = <Name extends PowerOptions['method']>(
  designs: Designs,
  input: Named<PowerOptions, Name>,
): PowerResult => designs[input.method].answer(input);

const usualAlpha = 0.05;

/**
 * A design finds what was left out of n, effect, power and alpha. Its answers throw invalid_input.
 */
export const defineDesign = <Input extends DesignInput, Given extends object>(
  { method }: Definition<Input, Given>,
  {
    inR,
    design,
    samples,
  }: {
    readonly inR: InR;
    readonly design: (input: NoInfer<Input>) => Design;
    readonly samples: NoInfer<Samples<Given>>;
  },
): DesignProcedure<Input> => ({
  answer: (input) => {
    const asked = design(input);
    const effect = input.effect ?? asked.derived?.value;
    return answerOf(method, inR, asked, { ...input, effect });
  },
  tested: { samples, inR },
});

function answerOf(method: string, inR: InR, design: Design, input: DesignInput): PowerResult {
  const solved = askedFor(input);
  const alpha = input.alpha ?? usualAlpha;
  if (input.effect !== undefined && (input.effect === 0 || Math.abs(input.effect) > design.most))
    throw refuse(
      'effect',
      input.effect === 0
        ? 'No sample finds an effect of 0.'
        : `The effect ${inR.effect} is at most ${design.most}.`,
    );
  if (input.n !== undefined && input.n < design.least)
    throw refuse('n', `This design needs n of at least ${design.least}.`);
  const given = {
    n: input.n ?? design.least,
    effect: input.effect ?? 0.5,
    alpha,
    power: input.power ?? 0.8,
  };
  requirePower(solved, given);
  const found = solve(design, solved, given);
  // The fewest values that a design takes may have more power than is asked for.
  const isFewest = solved === 'n' && found === design.least;
  const figures: Figures = {
    ...given,
    [solved]: found,
    ...(isFewest
      ? { power: design.powerOf({ n: found, effect: given.effect, alpha: given.alpha }) }
      : {}),
  };
  const coded = isFewest ? 'power' : solved;
  return {
    engine_version: engineVersion,
    procedure: { method, name: design.name },
    solved,
    ...figures,
    picture: curveOf(design, figures),
    sentence: sentenceOf(inR.effect, design, solved, figures, isFewest ? given.power : null),
    code: {
      r: rPower(inR, design.rTail, coded, figures, design.derived),
      python: design.python(coded, figures),
    },
  };
}

function curveOf(
  { powerOf, least }: Design,
  { n, effect, alpha, power }: Figures,
): PowerResult['picture'] {
  const to = Math.max(2 * n, least + 10);
  const x = Array.from({ length: 41 }, (_, i) => least + ((to - least) * i) / 40);
  return {
    kind: 'curve',
    x_name: 'n',
    y_name: 'power',
    x,
    y: x.map((size) => powerOf({ n: size, effect, alpha })),
    at: { x: n, y: power },
  };
}

function sentenceOf(
  effectName: string,
  { of, most, alternative = 'two_sided', derived }: Design,
  solved: Asked,
  { n, effect, alpha, power }: Figures,
  /** The power that the fewest values have more than; null where n is not the fewest. */
  surpassed: number | null,
): string {
  const side = alternative === 'two_sided' ? '' : `, one-sided (${alternative})`;
  const level = `at the ${percent(alpha)} level${side}`;
  const values = Number.isInteger(n) ? exactly(n) : short(n);
  const value = most < 1 ? withinOneShort(effect) : short(effect);
  const size = derived === undefined ? value : `${value} (${derived.said})`;
  switch (solved) {
    case 'n':
      if (surpassed !== null)
        return `With ${values} ${of}, the fewest that this test takes, an effect of ${effectName} = ${size} is found with a power of ${percent(power)} ${level}: no fewer are needed for ${percent(surpassed)}.`;
      return `With ${exactly(Math.ceil(n - 1e-9))} ${of} an effect of ${effectName} = ${size} is found with a power of ${percent(power)} ${level}.`;
    case 'power':
      return `With ${values} ${of} an effect of ${effectName} = ${size} is found with a power of ${percent(power)} ${level}.`;
    case 'effect':
      return `With ${values} ${of} and a power of ${percent(power)}, the smallest effect that is found ${level} is ${effectName} = ${size}.`;
    case 'alpha':
      return `With ${values} ${of} an effect of ${effectName} = ${size} is found with a power of ${percent(power)} ${level}.`;
  }
}

/** Three digits, and as many as it takes to see that a figure within 1 is less than 1. */
function withinOneShort(value: number): string {
  const digits = [3, 4, 5, 6, 7, 8].find((many) => Math.abs(Number(value.toPrecision(many))) < 1);
  return digits === undefined ? short(value) : minus(String(Number(value.toPrecision(digits))));
}
