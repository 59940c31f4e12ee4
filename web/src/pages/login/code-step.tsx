import { Button, Form, Input } from 'antd'
import { texts } from '@/lib/texts'

const t = texts('login')

/** The second factor, after whatever came first. */
export function CodeStep({ pending, back, onSubmit, onBack }: { pending: boolean; back: string; onSubmit: (typed: { code: string }) => void; onBack: () => void }) {
  return (
    <Form<{ code: string }> layout="vertical" requiredMark={false} onFinish={onSubmit}>
      <Form.Item name="code" label={t('code')} extra={t('code-about')} rules={[{ required: true, whitespace: true, message: t('code-required') }]}>
        <Input autoComplete="one-time-code" autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={pending}>
        {t('submit')}
      </Button>
      <Button type="link" block disabled={pending} style={{ marginTop: 8 }} onClick={onBack}>
        {back}
      </Button>
    </Form>
  )
}
