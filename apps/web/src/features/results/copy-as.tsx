import type { TestResult } from '@columnist/contract';
import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Segmented } from '../../ui/segmented.tsx';

const forms = ['R', 'Python', 'APA', 'cURL', 'MCP'] as const;
type Form = (typeof forms)[number];

const titles: Readonly<Record<Form, string>> = {
  R: 'R 4, with data.csv beside it',
  Python: 'Python 3 with pandas and SciPy, with data.csv beside it',
  APA: 'For a paper',
  cURL: 'Over REST',
  MCP: 'The call of an agent’s tool',
};

/**
 * The result to take along: as code that reproduces it, as a sentence, as the call that asked for
 * it.
 */
export function CopyAs({
  result,
  call,
  onCopy,
}: {
  result: Pick<TestResult, 'code' | 'apa' | 'sentence'>;
  call: { readonly path: string; readonly tool: string; readonly input: object } | null;
  onCopy?: (() => void) | undefined;
}) {
  const [form, setForm] = useState<Form>('R');
  const body = JSON.stringify(call?.input, null, 2);
  const texts: Readonly<Record<Form, string>> = {
    R: result.code.r,
    Python: result.code.python,
    APA: `${result.sentence}\n${result.apa}`,
    cURL:
      call === null
        ? ''
        : `curl "${window.location.origin}${call.path}" \\\n  -H "API-Key: $COLUMNIST_API_KEY" ` +
          `-H 'Content-Type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`,
    MCP: call === null ? '' : `${call.tool}\n${body}`,
  };
  return (
    <section className="sec mt32" aria-labelledby="copy-as">
      <header>
        <h2 id="copy-as">Copy as</h2>
        <div className="r">
          <Segmented<Form>
            aria-label="Copy as"
            size="small"
            options={forms.filter((one) => call !== null || (one !== 'cURL' && one !== 'MCP'))}
            value={form}
            onChange={setForm}
          />
        </div>
      </header>
      <CodeBlock title={titles[form]} code={texts[form]} onCopy={onCopy} />
    </section>
  );
}
