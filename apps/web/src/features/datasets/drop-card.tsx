import { plans, type Tier } from '@columnist/contract';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { tierName } from '../../lib/plan-words.ts';
import { useUploads } from './uploads.tsx';
import { useDropAnywhere } from '../../lib/use-drop-anywhere.ts';

/** How large a file may be; an administrator may have raised it. */
const sizeSaid = (megabytes: number, tier: Tier): string =>
  `.csv up to ${megabytes.toLocaleString('en')} MB` +
  (megabytes === plans[tier].max_file_size_mb ? ` on ${tierName(tier)}` : '');

/** Takes files chosen here or dropped anywhere, while the plan has a place left. */
export function DropCard() {
  const { subscription_tier: tier } = useUser();
  const { message } = useNotices();
  const { add } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  const [review, setReview] = useState(false);
  const [together, setTogether] = useState(false);
  const usage = trpc.usage.get.useQuery({});
  const { datasets_uploaded: used = 0, max_datasets: limit = 0 } = usage.data ?? {};
  const full = limit > 0 && used >= limit;
  const megabytes = usage.data?.max_file_size_mb;
  const dragging = useDropAnywhere((files) =>
    full
      ? void message.warning(`You have ${used} of ${limit} datasets. Delete one first.`)
      : add(files, { review, together }),
  );
  return (
    <div className={`card drop${dragging && !full ? ' over' : ''}`}>
      <Icon name="upload" />
      {full ? (
        <p>
          <b>All {limit} places are taken.</b> Delete a dataset
          {tier === 'free' && (
            <>
              {' '}
              or <Link to="/subscription">upgrade</Link>
            </>
          )}
          .
        </p>
      ) : (
        <p>
          <b>Drop a CSV file here</b> or{' '}
          <button type="button" className="link" onClick={() => input.current?.click()}>
            choose a file
          </button>
        </p>
      )}
      <p className="xs s3">{megabytes === undefined ? '.csv' : sizeSaid(megabytes, tier)}</p>
      {!full && (
        <p className="drop-how">
          <label className="xs s2">
            <input
              type="checkbox"
              checked={review}
              onChange={({ target }) => setReview(target.checked)}
            />{' '}
            Review before adding
          </label>
          <label className="xs s2">
            <input
              type="checkbox"
              checked={together}
              onChange={({ target }) => setTogether(target.checked)}
            />{' '}
            Several files as one dataset
          </label>
        </p>
      )}
      <p className="xs">
        <Link to="/import">Import other files</Link>
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        multiple
        hidden
        disabled={full}
        aria-label="CSV files"
        onChange={({ target }) => {
          add([...(target.files ?? [])], { review, together });
          target.value = '';
        }}
      />
    </div>
  );
}
