import { vegaConfig } from '@columnist/charts';
import { colors } from '@columnist/design';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** Beside docs/performance.md, which shows them. */
const pictures = resolve(import.meta.dirname, '../../docs/images');

/**
 * Draws a specification as docs/images/NAME.svg, on paper of its own, since the page around it may
 * be dark.
 */
export async function drawPicture(name: string, spec: TopLevelSpec): Promise<void> {
  const view = new vega.View(
    vega.parse(
      compile(spec, {
        config: { ...vegaConfig('light'), background: colors.light.paper, padding: 16 },
      }).spec,
    ),
    { renderer: 'none', logLevel: vega.Error },
  );
  mkdirSync(pictures, { recursive: true });
  writeFileSync(resolve(pictures, `${name}.svg`), await view.toSVG());
  view.finalize();
}
