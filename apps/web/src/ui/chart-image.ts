import { vegaConfig, withPlainNames } from '@columnist/charts';
import { View, parse } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';

/** Dots per px of a picture to keep. */
const scale = 2;

/** A picture as a file, on white, in the colours of the light theme. */
export async function imageOf(spec: TopLevelSpec, type: 'png' | 'svg'): Promise<Blob> {
  const { spec: compiled } = compile(withPlainNames({ ...spec, background: 'white' }), {
    config: vegaConfig('light'),
  });
  const view = new View(parse(compiled, undefined, { ast: true }), {
    renderer: 'none',
    expr: expressionInterpreter,
  });
  try {
    if (type === 'svg') return new Blob([await view.toSVG()], { type: 'image/svg+xml' });
    const canvas = await view.toCanvas(scale);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('No picture.')) : resolve(blob)),
        'image/png',
      ),
    );
  } finally {
    view.finalize();
  }
}
