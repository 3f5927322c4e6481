import { vegaConfig } from '@columnist/charts';
import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { fileURLToPath } from 'node:url';

/** Pixels of the image for one of the specification: pictures are looked at on fine screens. */
const scale = 2;
const family = 'Archivo';
const fonts = ['400Regular/Archivo_400Regular.ttf', '600SemiBold/Archivo_600SemiBold.ttf'].map(
  (file) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/archivo/${file}`)),
);

/**
 * A specification as an image with the font that is shipped. Expressions are interpreted, never
 * compiled to code. Vega is loaded with the first picture: most workers never draw.
 */
export async function renderPng(spec: TopLevelSpec, mode: Mode): Promise<Buffer> {
  const [{ compile }, vega, { expressionInterpreter }, { Resvg }] = await Promise.all([
    import('vega-lite'),
    import('vega'),
    import('vega-interpreter'),
    import('@resvg/resvg-js'),
  ]);
  const config = JSON.parse(JSON.stringify(vegaConfig(mode)), (_, value: unknown) =>
    typeof value === 'string' && value.includes('Archivo Variable') ? family : value,
  );
  const { spec: compiled } = compile(spec, { config });
  const view = new vega.View(vega.parse(compiled, undefined, { ast: true }), {
    renderer: 'none',
    logLevel: vega.Error,
    expr: expressionInterpreter,
  });
  try {
    const svg = await view.toSVG();
    return new Resvg(svg, {
      background: colors[mode].paper,
      fitTo: { mode: 'zoom', value: scale },
      font: {
        fontFiles: fonts,
        loadSystemFonts: false,
        defaultFontFamily: family,
        sansSerifFamily: family,
      },
    })
      .render()
      .asPng();
  } finally {
    view.finalize();
  }
}
