import { vegaConfig, withPlainNames } from '@columnist/charts';
import { useEffect, useRef } from 'react';
import { View, formatLocale, parse } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { numberMarks } from '../lib/number-style.ts';
import { useThemeMode } from './theme-mode.tsx';

/** Axes write numbers as the page does. */
formatLocale({ ...numberMarks, grouping: [3], currency: ['', ''] });

/**
 * Draws a specification as SVG, one picture with one label. Expressions are interpreted, never
 * compiled: the page allows no eval.
 */
export default function VegaView({ spec, label }: { spec: TopLevelSpec; label: string }) {
  const { mode } = useThemeMode();
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (holder.current === null) return;
    const { spec: compiled } = compile(withPlainNames(spec), { config: vegaConfig(mode) });
    const view = new View(parse(compiled, undefined, { ast: true }), {
      renderer: 'svg',
      container: holder.current,
      hover: true,
      expr: expressionInterpreter,
    });
    view.runAsync().catch((error: unknown) => console.error(error));
    return () => {
      view.finalize();
    };
  }, [spec, mode]);
  return (
    <div className="vega" role="img" aria-label={label}>
      <div ref={holder} aria-hidden="true" />
    </div>
  );
}
