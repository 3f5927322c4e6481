import type { Dataset, View } from '@columnist/contract';
import { Drawer, Select } from 'antd';
import { useEffect, useState } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { saveBlob, saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMedia } from '../../lib/use-media.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { draftOf, partOf, stepKinds, type StepKind } from './step-draft.ts';
import { StepForm } from './step-form.tsx';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import type { Viewed } from '../../lib/use-viewed.ts';
import { SplitPreview } from './split-preview.tsx';
import { stepsOf, viewBefore, withStep, type NewStep } from './view-steps.ts';

interface StepsPanelProps {
  readonly dataset: Dataset;
  readonly state: DatasetView;
  readonly viewed: Viewed;
  readonly onClose: () => void;
}

/** The steps of the view with what each did, forms for new ones, and the whole view as code. */
export default function StepsPanel({ dataset, state, viewed, onClose }: StepsPanelProps) {
  const { view, replace, undo, redo } = state;
  const [adding, setAdding] = useState<StepKind | null>(null);
  const [changing, setChanging] = useState<number | null>(null);
  const steps = stepsOf(view, viewed.effects);
  const change = (next: View) => {
    replace(next);
    setChanging(null);
  };
  const preview = (step: NewStep, next: View) =>
    'clean' in step && step.clean.step === 'split_column' ? (
      <SplitPreview id={dataset.id} step={step.clean} view={next} />
    ) : null;
  useInertPage(useMedia('(max-width: 767px)'));
  return (
    <Drawer
      open
      title="Steps"
      size={596}
      mask={false}
      onClose={onClose}
      classNames={{ body: 'steps' }}
      extra={
        <>
          {undo !== null && (
            <button type="button" className="btn txt" onClick={undo}>
              Undo
            </button>
          )}
          {redo !== null && (
            <button type="button" className="btn txt" onClick={redo}>
              Redo
            </button>
          )}
        </>
      }
    >
      {viewed.error !== null && (
        <RequestFailed
          text="The view could not be applied."
          error={viewed.error}
          onRetry={viewed.retry}
        />
      )}
      {steps.length === 0 ? (
        <p className="voice finding-small">
          The table is as it was uploaded. Steps clean it, fill gaps and add columns, and leave the
          file alone.
        </p>
      ) : (
        <ol className="step-list">
          {steps.map(({ said, without, before, effect, step, changed }, i) => (
            <li key={`${i} ${said}`}>
              <span>
                <b>
                  <Isolated text={said} />
                </b>
                <small>{viewed.pending ? '…' : effect}</small>
              </span>
              {step !== null && (
                <button
                  type="button"
                  className="btn txt sml"
                  aria-label={`Change step ${said}`}
                  aria-expanded={changing === i}
                  onClick={() => setChanging(changing === i ? null : i)}
                >
                  Change
                </button>
              )}
              <button
                type="button"
                className="btn txt ico"
                aria-label={`Remove step ${said}`}
                onClick={() => change(without)}
              >
                <Icon name="close" />
              </button>
              {changing === i && step !== null && (
                <div className="step-change">
                  <StepForm
                    kind={draftOf(step).kind}
                    before={draftOf(step).draft}
                    dataset={dataset}
                    after={before}
                    preview={(next) => preview(next, changed(next))}
                    onAdd={(next) => change(changed(next))}
                  />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      <section className="sec mt24" aria-labelledby="add-title">
        <header>
          <h2 id="add-title">Add a step</h2>
        </header>
        <Select<StepKind>
          virtual={false}
          listHeight={420}
          aria-label="Kind of step"
          className="wide"
          placeholder="Choose what to do"
          value={adding}
          onChange={setAdding}
          options={stepKinds.map(({ kind, label }) => ({ value: kind, label }))}
        />
        {adding !== null && (
          <StepForm
            key={adding}
            kind={adding}
            dataset={dataset}
            after={viewBefore(view, partOf(adding))}
            preview={(step) => preview(step, withStep(view, step))}
            onAdd={(step) => {
              replace(withStep(view, step));
              setAdding(null);
            }}
          />
        )}
      </section>
      <ViewCode dataset={dataset} state={state} />
    </Drawer>
  );
}

/** On a phone the panel is a page of its own: what it covers cannot be reached meanwhile. */
function useInertPage(covered: boolean): void {
  useEffect(() => {
    const page = document.getElementById('root');
    if (!covered || page === null) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, [covered]);
}

type Language = 'r' | 'python' | 'json';
const titles = { r: 'R', python: 'Python', json: 'The steps as the API takes them' } as const;
const endings = { r: 'R', python: 'py', json: 'json' } as const;

/** Code that does what the view does, elsewhere; and the steps themselves. */
function ViewCode({ dataset: { id }, state: { view } }: { dataset: Dataset; state: DatasetView }) {
  const { message } = useNotices();
  const [language, setLanguage] = useState<Language>('r');
  const explained = trpc.datasets.explainView.useQuery(
    { id, view },
    { staleTime: Infinity, placeholderData: (previous) => previous, retry: false },
  );
  const code =
    language === 'json'
      ? `${JSON.stringify(view, null, 2)}\n`
      : (explained.data?.code[language] ?? '');
  return (
    <section className="sec mt24" aria-labelledby="code-title">
      <header>
        <h2 id="code-title">The same in code</h2>
        <div className="r">
          <Segmented
            aria-label="Language"
            value={language}
            onChange={setLanguage}
            options={[
              { value: 'r', label: 'R' },
              { value: 'python', label: 'Python' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </div>
      </header>
      {explained.isError && (
        <RequestFailed
          text="The code could not be written."
          error={explained.error}
          onRetry={explained.refetch}
        />
      )}
      {explained.data !== undefined && (
        <>
          <CodeBlock title={titles[language]} code={code} />
          <p className="mt8 row">
            <button
              type="button"
              className="btn txt sml"
              onClick={() => saveBlob(new Blob([code]), `steps.${endings[language]}`)}
            >
              Download steps.{endings[language]}
            </button>
            <button
              type="button"
              className="btn txt sml"
              onClick={() =>
                void saveFile(`/api/v1/datasets/${id}/export?plain=true`, 'data.csv').catch(() =>
                  message.error('Failed to download the file'),
                )
              }
            >
              Download data.csv
            </button>
          </p>
        </>
      )}
    </section>
  );
}
