import type { Mode } from '@columnist/design';
import { Suspense, lazy, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TopLevelSpec } from 'vega-lite';
import { useThemeMode } from './theme-mode.tsx';
import { loadPart } from '../lib/load-part.ts';

const loadView = () => import('./vega-view.tsx');
const VegaView = lazy(() => loadPart(loadView));

/** Fetches what draws charts while a page that will have one asks for its figures. */
export const loadCharts = (): void => void loadView().catch(() => undefined);

/** Room beside the plot for the labels of its axes, px. */
const axisWidth = 54;

/**
 * A chart as wide as its place; `spec` is given the width of the plot in px. `height` is kept free
 * until it is drawn.
 */
export function Chart({
  spec,
  name,
  height,
}: {
  spec: (mode: Mode, width: number) => TopLevelSpec | null;
  name: string;
  height: number;
}) {
  const { mode } = useThemeMode();
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawn = useMemo(
    () => (width > axisWidth ? spec(mode, width - axisWidth) : null),
    [spec, mode, width],
  );
  const room = <div className="sk" style={{ height }} />;
  return (
    <div ref={holder} style={{ minHeight: height }}>
      {drawn !== null && (
        <Suspense fallback={room}>
          <VegaView
            spec={drawn}
            label={typeof drawn.description === 'string' ? drawn.description : name}
          />
        </Suspense>
      )}
    </div>
  );
}
