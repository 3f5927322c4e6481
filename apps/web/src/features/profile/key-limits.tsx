import type { ApiKeyLimits } from '@columnist/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { LimitFields, idsOrAll } from '../../ui/limit-fields.tsx';

interface Fields extends LimitFields {
  expires: string;
}

const limitsOf = ({ scopes, dataset_ids: ids, aggregates_only, expires }: Fields) => ({
  scopes,
  dataset_ids: idsOrAll(ids),
  aggregates_only,
  expires_at: expires === '' ? null : `${expires}T23:59:59.000Z`,
});

/** What the API key may do. The key itself stays as it is. */
export function KeyLimits() {
  const key = trpc.auth.getApiKey.useQuery({ reveal: false }, { gcTime: 0 });
  const limits = key.data?.limits;
  if (limits === undefined || limits === null) return null;
  return (
    <section className="sec mt32" aria-labelledby="limits-title">
      <header>
        <h2 id="limits-title">What the key may do</h2>
        <p>Of the account’s key. Acts on the next call; the key stays the same.</p>
      </header>
      {/* What was kept last is shown once it is known. */}
      <LimitsForm key={JSON.stringify(limits)} limits={limits} />
    </section>
  );
}

function LimitsForm({ limits }: { limits: ApiKeyLimits }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [form] = Form.useForm<Fields>();
  const keep = trpc.auth.limitApiKey.useMutation();
  const save = useMutation({
    // The call takes all of them: those that are not changed here are as they were kept last.
    mutationFn: async (fields: Fields) => {
      const own = limitsOf(fields);
      const newest = await utils.client.auth.getApiKey.query({ reveal: false });
      const kept = newest.limits ?? own;
      const from = (name: keyof Fields) => (form.isFieldTouched(name) ? own : kept);
      return keep.mutateAsync({
        scopes: from('scopes').scopes,
        dataset_ids: from('dataset_ids').dataset_ids,
        aggregates_only: from('aggregates_only').aggregates_only,
        expires_at: from('expires').expires_at,
      });
    },
    onSuccess: async () => {
      void message.success('The limits of your key were saved.');
      await utils.auth.getApiKey.invalidate();
    },
    onError: (error) => void message.error(detailOf(error, 'The limits could not be saved.')),
  });
  return (
    <Form<Fields>
      form={form}
      name="key-limits"
      className="narrow"
      layout="vertical"
      requiredMark={false}
      initialValues={{
        scopes: limits.scopes,
        dataset_ids: limits.dataset_ids ?? [],
        aggregates_only: limits.aggregates_only,
        expires: limits.expires_at?.slice(0, 10) ?? '',
      }}
      onFinish={(fields) => save.mutate(fields)}
    >
      <LimitFields />
      <Form.Item name="expires" label="Works until (UTC)" extra="Leave it empty for no end.">
        <Input type="date" />
      </Form.Item>
      <Button htmlType="submit" loading={save.isPending}>
        Save limits
      </Button>
    </Form>
  );
}
